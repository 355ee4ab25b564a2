import type { HistoryText } from '../zh_HK/history.ts'

/** What was watched: the row of what to go on with, and merging what a visitor watched. */
export const history = {
  episode: (n, season) => (season > 1 ? `S${season} Ep ${n}` : `Ep ${n}`),
  left: (length) => `${length} left`,
  join: ' · ',
  goOn: 'Continue watching',
  menu: (title) => `Options for ${title}`,
  remove: 'Remove from this row',
  details: 'Details',
  removed: (title) => `“${title}” removed`,
  undo: 'Undo',
  merge: {
    title: 'Add to your viewing history?',
    text: (count, name) =>
      `Before login, ${count === '1' ? '1 title was' : `${count} titles were`} watched on this browser. They can be added to the viewing history of “${name}”. Otherwise they are erased from this browser.`,
    yes: 'Add to history',
    no: 'Do not add',
    busy: 'One moment',
    done: (count) => (count === '1' ? '1 title added' : `${count} titles added`),
    failed: 'Some titles could not be added. Please try again later.',
    close: 'Decide later',
  },
} satisfies HistoryText
