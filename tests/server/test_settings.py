"""Settings: flags, environment, file, in this order."""

import re
from pathlib import Path

import pytest

from tilewise.server.settings import Settings, database_url, default_folder, read_settings, signing_key


def test_flags_override_the_environment_which_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tilewise.toml"
    file.write_text('port = 1\nhost = "file"\nredis = "redis://file"\n')

    settings = read_settings({"port": 3, "redis": None}, {"TILEWISE_PORT": "2", "TILEWISE_HOST": "env"}, file)

    assert (settings.port, settings.host, settings.redis) == (3, "env", "redis://file")


def test_lists_in_the_environment_are_separated_by_spaces() -> None:
    settings = read_settings({}, {"TILEWISE_ORIGINS": "https://a.example https://b.example"})

    assert settings.origins == ("https://a.example", "https://b.example")


def test_unknown_setting_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tilewise.toml"
    file.write_text("prot = 1\n")

    with pytest.raises(ValueError, match="unknown setting 'prot'"):
        read_settings({}, {}, file)


def test_setting_out_of_range_is_named() -> None:
    with pytest.raises(ValueError, match="port"):
        read_settings({"port": 70_000}, {})


def test_default_database_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    assert database_url(Settings(data=str(tmp_path))) == f"sqlite+aiosqlite:///{tmp_path}/tilewise.db"


def test_postgresql_url_needs_no_driver() -> None:
    assert database_url(Settings(database="postgresql://db/games")) == "postgresql+asyncpg://db/games"


def test_unsupported_database_is_named() -> None:
    with pytest.raises(ValueError, match="unknown database 'mysql'; use postgresql"):
        database_url(Settings(database="mysql://db/games"))


def test_default_data_folder_follows_the_system() -> None:
    assert default_folder({"XDG_DATA_HOME": "/x"}) == Path("/x/tilewise")


def test_signing_key_is_created_once_and_private(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))

    assert signing_key(settings, "fresh") == "fresh"
    assert signing_key(settings, "other") == "fresh"
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0


def test_empty_key_file_is_replaced(tmp_path: Path) -> None:
    """Otherwise a server killed while writing the key would accept sessions signed with an empty key."""
    (tmp_path / "secret.key").touch()

    assert signing_key(Settings(data=str(tmp_path)), "fresh") == "fresh"
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "self-hosting.md").read_text()

    assert [name for name in Settings.__struct_fields__ if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yml", "compose.cluster.yml"])
def test_deployment_files_set_only_known_settings(file: str) -> None:
    text = (Path(__file__).parents[2] / "deploy" / file).read_text()

    names = {name.lower() for name in re.findall(r"TILEWISE_([A-Z_]+)", text)}
    assert names <= set(Settings.__struct_fields__)


def test_copied_signing_key_becomes_private(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    file.write_text("copied")
    file.chmod(0o644)
    signing_key(Settings(data=str(tmp_path)), "fresh")

    assert file.stat().st_mode & 0o777 == 0o600


def test_network_that_may_read_the_metrics_is_checked() -> None:
    with pytest.raises(ValueError, match=r"10\.0\.0\.0/99"):
        read_settings({}, {"TILEWISE_METRICS_FOR": "::1 10.0.0.0/99"})
