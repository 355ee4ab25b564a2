/** The people of all titles. */
export const consolePeople = {
  search: '姓名',
  list: '人物名單',
  open: (name: string) => `開啟 ${name}`,
  columns: { name: '中文姓名', english: '英文姓名', titles: '節目', works: '近作' },
  noWorks: '未有節目',
  empty: '未有人物',
  emptyText: '在節目的「演員及導演」新增後會在此顯示。',
  none: '沒有符合的人物',
  noneText: '請更改或清除搜尋。',
  results: (count: number) => `${count} 個結果`,
  named: (titles: string) => `列於 ${titles} 套節目。`,
  rename: '更改姓名',
  renameText: (titles: string) => `${titles} 套節目會即時顯示新的姓名。`,
  renamed: (name: string) => `已改為「${name}」。`,
  mergeText: '如與另一項是同一人，可合併到該項。同名者不會自動合併。',
  mergeInto: '合併到',
  mergeTitle: (from: string, into: string) => `把「${from}」合併到「${into}」`,
  mergeConsequence: (from: string, into: string, titles: string) =>
    `${titles} 套節目會改列「${into}」，「${from}」這一項會移除。合併後不能復原。`,
  merge: '合併',
  merged: (from: string, into: string) => `已把「${from}」合併到「${into}」。`,
}

export type ConsolePeopleText = typeof consolePeople

declare module '../texts.ts' {
  interface Texts {
    consolePeople: ConsolePeopleText
  }
}
