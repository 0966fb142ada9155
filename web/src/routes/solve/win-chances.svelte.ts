// Win chances of a position: requested with growing budgets until they are settled.

import { api } from '../../lib/net/api';
import type { Analysis, AnalyseAsk, Candidate, Finding } from '../../lib/protocol/types';

const BUDGETS = [200_000, 1_000_000, 5_000_000];
/** A standard error that needs no more deals. */
const PRECISE = 0.01;
/** Standard errors by which an action is clearly worse. */
const CLEAR = 2.5;

/** Whether more deals would hardly change the figures or their order. */
export function isSettled({ win, candidates }: Pick<Analysis, 'win' | 'candidates'>): boolean {
  if (win.error > PRECISE) return false;
  return candidates.slice(1).every(({ loss }) => loss.error <= PRECISE || loss.mean > CLEAR * loss.error);
}

/** Whether a candidate may be as good as the best one: the difference is not significant. */
export function isClose({ loss }: Pick<Candidate, 'loss'>): boolean {
  return loss.mean <= CLEAR * loss.error;
}

export class WinChances {
  analysis = $state.raw<Analysis | null>(null);
  isThinking = $state(false);
  /** The selected candidate, found again in the next figures by its table. */
  #chosen = $state.raw<Candidate | null>(null);
  #run = 0;

  chosen = $derived.by(() => {
    const same = this.analysis?.candidates.find((each) => keyOf(each) === keyOf(this.#chosen));
    return same ?? this.analysis?.candidates[0] ?? null;
  });

  pick(candidate: Candidate): void {
    this.#chosen = candidate;
  }

  /** Forget the figures, and ask for no more. */
  stop(): void {
    this.pause();
    this.analysis = null;
    this.#chosen = null;
  }

  /** Keep the figures, and ask for no more. */
  pause(): void {
    this.#run += 1;
    this.isThinking = false;
  }

  /** Ask until the figures are settled. Return what makes the position impossible. */
  async ask(question: Omit<AnalyseAsk, 'nodes'>, refined: () => void): Promise<readonly Finding[]> {
    this.stop();
    const run = this.#run;
    this.isThinking = true;
    try {
      for (const nodes of BUDGETS) {
        const { findings, analysis } = await api.analyse({ ...question, nodes });
        if (run !== this.#run || !analysis) return run === this.#run ? findings : [];
        this.analysis = analysis;
        refined();
        if (isSettled(analysis)) break;
      }
      return [];
    } catch (error) {
      if (run === this.#run) throw error;
      return [];
    } finally {
      if (run === this.#run) this.isThinking = false;
    }
  }
}

function keyOf(candidate: Candidate | null): string {
  return candidate?.table?.map((row) => row.join(' ')).join('|') ?? String(candidate && 'wait');
}
