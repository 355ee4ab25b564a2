import type { ConsoleHealthText } from '../zh_HK/console-health.ts'

export const consoleHealth: ConsoleHealthText = {
  title: 'Health',
  states: { ok: 'OK', watch: 'Watch', act: 'Act' },
  count: {
    ok: (count) => `${count} OK`,
    watch: (count) => `${count} to watch`,
    act: (count) => `${count} to act on`,
  },
  version: (version) => `Version ${version}`,
  advice: 'What to do',
  since: (time) => `Since ${time}`,
  checked: (time) => `Checked ${time}`,
  finished: (time) => `Finished ${time}`,
  items: (count) => count,
  differences: (count) => (count === '1' ? '1 difference' : `${count} differences`),
  free: (gigabytes) => `${gigabytes} GB free`,
  size: (gigabytes) => `${gigabytes} GB`,
  notChecked: 'Not checked yet',
  noBackup: 'No backup',
  alarm: {
    title: (what, label) => `${what}: ${label}`,
    recovered: 'Resolved',
    node: (id) => `Server ${id}`,
    sentence: (parts) => `${parts.join('. ')}.`,
    open: 'Open the console',
    closing: (brand) => `Sent to the addresses of ALERT_EMAIL. ${brand}`,
  },
  silenced: (time) => `Alarms silenced until ${time}`,
  silenceOf: (label) => `${label}: silence alarms for an hour`,
  endSilence: 'End silence',
  endSilenceOf: (label) => `${label}: end silence`,
  isSilenced: (label, time) => `Alarms of ${label} are silenced until ${time}`,
  isHeard: (label) => `Alarms of ${label} are sent again`,
  untold: 'Alarms appear on this page only. Set ALERT_URL or ALERT_EMAIL to get them elsewhere.',
  on: 'On',
  off: 'Off',
  lines: {
    ingests: {
      label: 'Failed ingests',
      advice:
        'Find the reason in Ingest, fix the file, and try again. Demo films aren’t listed there; their reasons are in the log.',
    },
    waitingIngests: {
      label: 'Waiting ingests',
      advice: 'The oldest has waited for more than a day. Check that a worker is running and has enough free storage.',
    },
    messages: {
      label: 'Waiting messages',
      advice: 'Text messages or emails can’t be sent. Check the settings and the state of the provider.',
    },
    webhooks: {
      label: 'Payment callbacks',
      advice: 'Finance finds the failed ones under Payments, Callbacks, and processes them again.',
    },
    payments: {
      label: 'Payment cases',
      advice: 'Finance finds them under Payments, and accepts, refunds or dismisses each.',
    },
    agreements: {
      label: 'Renewal agreements',
      advice:
        'A provider hasn’t ended an agreement. Find it on the Payments page, and end it there or at the provider.',
    },
    ledger: {
      label: 'Ledger check',
      advice: 'Balances and postings don’t agree. Run npm run ledger -- check and call technical support.',
    },
    orders: {
      label: 'Order check',
      advice: 'What was paid isn’t what was delivered or returned. Run npm run ledger -- check to see the orders.',
    },
    disk: {
      label: 'Storage',
      advice: 'Uploads and encoding pause when there’s no room. Delete what isn’t needed, or add storage.',
    },
    backup: { label: 'Last backup', advice: 'Run npm run backup -- FOLDER, and schedule it every day.' },
    plans: {
      label: 'Scheduled publications',
      advice: 'A title or page wasn’t published on schedule. Open it to see why, check it and publish it again.',
    },
    alarms: {
      label: 'Alarms sent',
      advice: 'The address of ALERT_URL doesn’t accept alarms. Check the address and the service behind it.',
    },
    fourEyes: {
      label: 'Four eyes',
      advice:
        'One person can approve everything alone. Once there is a second administrator, remove CONSOLE_FOUR_EYES.',
    },
  },
}
