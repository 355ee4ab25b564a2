import type { ConsolePeopleText } from '../zh_HK/console-people.ts'

const titles = (count: string) => (count === '1' ? '1 title' : `${count} titles`)

export const consolePeople: ConsolePeopleText = {
  search: 'Name',
  list: 'People',
  open: (name) => `Open ${name}`,
  columns: { name: 'Name in Chinese', english: 'Name in English', titles: 'Titles', works: 'Recent titles' },
  noWorks: 'No titles',
  empty: 'No people yet',
  emptyText: 'People whom you add to a title’s cast or directors appear here.',
  none: 'No people match',
  noneText: 'Change the search or clear it.',
  results: (count) => (count === 1 ? '1 result' : `${count} results`),
  named: (count) => `Named by ${titles(count)}.`,
  rename: 'Rename',
  renameText: (count) => `The new name is shown at once by ${titles(count)}.`,
  renamed: (name) => `Renamed to ${name}.`,
  mergeText:
    'If another entry is the same person, merge this one into it. People of the same name are never merged automatically.',
  mergeInto: 'Merge into',
  mergeTitle: (from, into) => `Merge ${from} into ${into}`,
  mergeConsequence: (from, into, count) =>
    `${titles(count)} will name ${into}, and the entry ${from} is removed. This can’t be undone.`,
  merge: 'Merge',
  merged: (from, into) => `${from} was merged into ${into}.`,
}
