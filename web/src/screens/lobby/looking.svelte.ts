/** The tables, looked after quietly: every few seconds while somebody looks, and when the network returns. */

import * as api from '../../api';
import { sorted, type Shelf } from './shelf';

const EVERY = 15_000; // milliseconds between two looks

export class Looking {
  shelf = $state.raw<Shelf>();
  error = $state.raw<unknown>();
  now = $state(Date.now());

  look = async (): Promise<void> => {
    if (document.hidden) return;
    try {
      this.shelf = sorted(await api.tables());
      this.error = undefined;
    } catch (refused) {
      this.error = refused;
    }
    this.now = Date.now();
  };

  /** Until the function it gives is called. */
  begin(): () => void {
    void this.look();
    const timer = setInterval(this.look, EVERY);
    document.addEventListener('visibilitychange', this.look);
    addEventListener('online', this.look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', this.look);
      removeEventListener('online', this.look);
    };
  }
}
