/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { noticeCalls } from './notices/calls.ts';
import { reminderCalls } from './notices/reminder-calls.ts';
import { startReminders } from './notices/reminders.ts';
import { startPushing } from './push/job.ts';
import type { InboxServices } from './services.ts';

export const inbox: Module<InboxServices> = {
  calls: [noticeCalls, reminderCalls],
  jobs: [{ start: startReminders }, { start: startPushing }],
};
