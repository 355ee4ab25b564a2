import type { LibraryText } from '#text/zh_HK/library.ts'

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
  failed: 'Unable to load right now',
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
