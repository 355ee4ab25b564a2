import type { LibraryText } from '#text/zh_HK/library.ts'
import type { FavoritesText, HistoryText } from '../zh_HK/library.ts'

const titles = (n: string) => (n === '1' ? '1 title' : `${n} titles`)

export const library = {
  edit: 'Edit',
  done: 'Done',
  removeAll: 'Remove all',
  remove: (title) => `Remove ${title}`,
  removed: (title) => `Removed ${title}`,
  undo: 'Undo',
  count: titles,
  shown: (shown, total) => `Showing ${shown} of ${titles(total)}`,
  more: 'Load more',
  failed: 'Couldn’t load this page',
  browse: 'Browse titles',
  favorite: {
    title: 'My list',
    empty: 'Your list is empty',
    emptyText: 'Select + on any title to add it.',
    removedAll: 'Removed everything from your list',
  },
  watched: {
    title: 'Viewing history',
    text: 'The last two months. Removing a title also clears its progress.',
    empty: 'Nothing watched in the last two months',
    emptyText: 'Titles you watch appear here by day.',
    removedAll: 'Removed your viewing history',
    today: 'Today',
    yesterday: 'Yesterday',
    at: (time) => `Watched at ${time}`,
    finished: 'Finished',
    left: (length) => `${length} left`,
    episode: (n, season) => (season ? `Season ${season}, episode ${n}` : `Episode ${n}`),
    join: ' · ',
    resume: (title) => `Continue watching ${title}`,
  },
  recommend: {
    title: 'Recommended for you',
    text: 'Based on your list, your viewing history and your favourite genres.',
    empty: 'No recommendations yet',
    emptyText: 'Watch a few titles or add some to your list to get recommendations.',
  },
} satisfies LibraryText

/** Favourites. */
export const favorites = {
  row: 'My list',
  add: 'Add to my list',
  remove: 'Remove from my list',
  label: (title) => `My list: ${title}`,
  added: 'Added to your list',
  removed: 'Removed from your list',
} satisfies FavoritesText

/** Viewing history: the row "continue watching", and merging a visitor's history. */
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
        ? `You watched 1 title in this browser before logging in. You can add it to the viewing history of “${name}”. Otherwise it will be deleted from this browser.`
        : `You watched ${count} titles in this browser before logging in. You can add them to the viewing history of “${name}”. Otherwise they’ll be deleted from this browser.`,
    yes: 'Add to history',
    no: 'Don’t add',
    busy: 'One moment…',
    done: (count) => (count === '1' ? '1 title added' : `${count} titles added`),
    failed: 'Couldn’t add some titles. Try again later.',
    close: 'Decide later',
  },
} satisfies HistoryText
