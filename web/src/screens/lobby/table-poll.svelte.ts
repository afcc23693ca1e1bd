/** Polls the server for tables: every 15 seconds while the page is visible, and when the network returns. */

import * as api from '../../client/api';
import { groupTables, type TableGroups } from './lobby-order';

const INTERVAL = 15_000; // milliseconds

export class TablePoll {
  groups = $state.raw<TableGroups>();
  error = $state.raw<unknown>();
  now = $state(Date.now()); // of the last poll

  refresh = async (): Promise<void> => {
    if (document.hidden) return;
    try {
      this.groups = groupTables(await api.tables());
      this.error = undefined;
    } catch (error) {
      this.error = error;
    }
    this.now = Date.now();
  };

  /** Returns the function that stops it. */
  start(): () => void {
    void this.refresh();
    const timer = setInterval(this.refresh, INTERVAL);
    document.addEventListener('visibilitychange', this.refresh);
    addEventListener('online', this.refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', this.refresh);
      removeEventListener('online', this.refresh);
    };
  }
}
