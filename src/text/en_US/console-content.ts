import type { ConsoleContentText } from '../zh_HK/console-content.ts'

export const consoleContent: ConsoleContentText = {
  languages: { zh_HK: 'Chinese', en_US: 'English' },
  optional: 'optional',
  choose: 'Choose one',
  noChoice: 'None',
  add: 'Add',
  remove: 'Remove',
  change: 'Change',
  saved: 'Saved.',
  findTitle: 'Find a title by name or ID',
  noTitle: 'No titles found',
  titlesFound: (count: number) => (count === 1 ? '1 title found' : `${count} titles found`),
  changedBy: (name: string, id: string) => (name === 'system' ? `ID ${id}` : `ID ${id} · last changed by ${name}`),
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw it?',
  withdrawn: 'Withdrawn.',
  bringBack: 'Bring back',
  bringBackTitle: 'Bring it back?',
  bringBackText: 'The site shows it again at once.',
  unsavedFirst: 'Save or undo your changes before you withdraw it or bring it back.',
  isWithdrawn: 'Withdrawn: the site doesn’t show it.',
  state: 'State',
  views: 'View',
  states: {
    live: 'Live',
    withdrawn: 'Withdrawn',
    planned: 'Not started',
    over: 'Ended',
    soldOut: 'Full',
    past: 'Started',
  },
  used: (used: number, of: number) => `${used} / ${of}`,
  none: 'Nothing found',
  noneText: 'Change or clear the filters.',
  open: (name: string) => `Edit ${name}`,
  image: {
    upload: 'Upload image',
    replace: 'Replace image',
    remove: 'Remove image',
    uploading: 'Uploading',
    uploaded: 'Image uploaded.',
    tooLarge: 'Images can be up to 30 MB.',
    notImage: 'Choose a JPEG, PNG, WebP or AVIF image.',
  },
  table: {
    label: 'Table',
    how: 'Paste a table from a spreadsheet, or choose a CSV or JSON Lines file. The first row names the columns. Anything not in the table stays unchanged.',
    file: 'Choose file',
    present: (count) => (count === 1 ? 'Start with the 1 existing record' : `Start with the ${count} existing records`),
    empty: 'Paste a table to preview its changes.',
    columns: (names) => `These columns don’t fit: ${names}`,
    quoteOpen: (line) => `The quotation mark in line ${line} is never closed.`,
    notJson: (line) => `Line ${line} isn’t JSON.`,
    tooMany: (max) => `At most ${max} at a time: split the table.`,
    outcome: (added, changed, unchanged) =>
      added + changed === 0
        ? `All ${unchanged} are there already`
        : `${added} to add, ${changed} to change, ${unchanged} unchanged`,
    wrong: (count) =>
      count === 1
        ? '1 problem to fix. Nothing will be imported.'
        : `${count} problems to fix. Nothing will be imported.`,
    row: (row) => `Row ${row}`,
    changedMeanwhile:
      'Another operator changed some of these meanwhile. We checked again: review the result before you import.',
    submit: 'Import',
    done: (added, changed) => `${added} added, ${changed} changed.`,
  },
}
