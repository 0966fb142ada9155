// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

export * from "./analysis";
export * from "./game";
export * from "./help";
export * from "./http";
export * from "./messages";
export * from "./puzzles";
export * from "./room";
export * from "./sheets";
export * from "./solver";
export * from "./statistics";
