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
      count === '1'
        ? `You watched 1 title in this browser before logging in. Add it to the viewing history of “${name}”, or it’s deleted from this browser.`
        : `You watched ${count} titles in this browser before logging in. Add them to the viewing history of “${name}”, or they’re deleted from this browser.`,
    yes: 'Add to history',
    no: 'Don’t add',
    busy: 'One moment…',
    done: (count) => (count === '1' ? '1 title added' : `${count} titles added`),
    failed: 'Couldn’t add some titles. Try again later.',
    close: 'Decide later',
  },
} satisfies HistoryText
