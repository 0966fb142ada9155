// What is said aloud to screen readers: politely for others' moves, at once for refusals and time.

class Announcer {
  polite = $state('');
  urgent = $state('');

  say(text: string): void {
    this.polite = this.polite === text ? `${text}\u00a0` : text;
  }

  interrupt(text: string): void {
    this.urgent = this.urgent === text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
