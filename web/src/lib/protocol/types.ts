// The messages of the protocol: the types generated from the server's classes, made read-only.

import type * as wire from '../../../../src/tilewise/wire/generated';

/** The same type, deeply read-only, with tiles as strings in notation. */
type Shown<T> = T extends wire.Tile
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Shown<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Shown<T[Key]> }
      : T;

export type Edition = Shown<wire.Edition>;
export type GameView = Shown<wire.GameView>;
export type SeatView = Shown<wire.SeatView>;
export type Result = Shown<wire.Result>;
export type RoomView = Shown<wire.RoomView>;
export type ChairView = Shown<wire.ChairView>;
export type RoomSummary = Shown<wire.RoomSummary>;
export type RunningGame = Shown<wire.RunningGame>;
export type RunningGames = Shown<wire.RunningGames>;
export type TimeControl = RoomSummary['time'];
export type Violation = Shown<wire.Violation>;
export type Person = Shown<wire.Person>;
export type Ask = Shown<wire.Do['ask']>;
export type RoomEvent = Shown<wire.Update['events'][number]>;
export type Refused = Shown<wire.Refused>;
export type Said = Shown<wire.Said>;
export type Recent = Shown<wire.Recent>;
export type Do = Shown<wire.Do>;
export type FromClient = Shown<wire.FromClient>;
export type FromServer = Shown<wire.FromServer>;
export type Emote = wire.Emote;
export type HintLevel = wire.HintLevel;
export type Hint = Shown<wire.Hint>;
export type WinHint = Shown<wire.WinHint>;
export type Suggestion = Shown<wire.Suggestion>;
export type PlayStep = Suggestion['moves'][number]['step'];
export type MatchReplay = Shown<wire.MatchReplay>;
export type ReplayTurn = Shown<wire.ReplayTurn>;
export type OpenedRecord = Shown<wire.OpenedRecord>;
export type RecordFinding = Shown<wire.RecordFinding>;
export type RecordProblem = Shown<wire.RecordProblem>;
export type ReviewProgress = Shown<wire.ReviewProgress>;
export type CurvePoint = Shown<wire.CurvePoint>;
export type LiveCurve = Shown<wire.LiveCurve>;
export type GameDecisions = Shown<wire.GameDecisions>;
export type Measured = Shown<wire.Measured>;
export type Decision = Shown<wire.Decision>;
export type Explanation = Shown<wire.Explanation>;
export type PlayerSummary = Shown<wire.PlayerSummary>;
export type PlayOn = Shown<wire.PlayOn>;
export type TryTurn = Shown<wire.TryTurn>;
export type TriedTurn = Shown<wire.TriedTurn>;

export type Me = Shown<wire.Me>;
export type OpenRoom = Shown<wire.OpenRoom>;
export type RoomLinks = Shown<wire.RoomLinks>;
export type EditionInfo = Shown<wire.EditionInfo>;
export type Knob = Shown<wire.Knob>;
export type Rulebook = Shown<wire.Rulebook>;
export type Profile = Shown<wire.Profile>;
export type Leaderboard = Shown<wire.Leaderboard>;

export type RefereeAsk = Shown<wire.RefereeAsk>;
export type RefereeAnswer = Shown<wire.RefereeAnswer>;
export type SolveAsk = Shown<wire.SolveAsk>;
export type SolveAnswer = Shown<wire.SolveAnswer>;
export type Sheet = Shown<wire.Sheet>;
export type SheetGame = Sheet['games'][number];
export type SheetTimer = NonNullable<Sheet['timer']>;
export type SheetUpdate = Shown<wire.SheetUpdate>;
export type SharedSheet = Shown<wire.SharedSheet>;
export type Finding = Shown<wire.Finding>;
export type PuzzleKind = PuzzleAsked['kind'];
export type PuzzleAsked = Shown<wire.PuzzleAsked>;
export type PuzzleHint = Shown<wire.PuzzleHint>;
export type PuzzleOverview = Shown<wire.PuzzleOverview>;
export type PuzzlePile = Shown<wire.PuzzlePile>;
export type PuzzleProgress = Shown<wire.PuzzleProgress>;
export type PuzzleRun = Shown<wire.PuzzleRun>;
export type PuzzleSolution = Shown<wire.PuzzleSolution>;
export type PuzzleVerdict = Shown<wire.PuzzleVerdict>;
export type GameFigures = Shown<wire.GameFigures>;
export type Statistics = Shown<wire.Statistics>;

export const EMOTES: readonly Emote[] = [
  'hello',
  'well-played',
  'thanks',
  'oops',
  'wow',
  'hurry',
  'sorry',
  'goodbye',
];
export type AnalyseAnswer = Shown<wire.AnalyseAnswer>;
export type AskedPosition = Shown<wire.AskedPosition>;
export type AnalyseAsk = Shown<wire.AnalyseAsk>;
export type AskedStyle = Shown<wire.AskedStyle>;
export type Analysis = Shown<wire.Analysis>;
export type Candidate = Shown<wire.Candidate>;
