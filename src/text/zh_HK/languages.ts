/** Languages where their standard names are not the ones that are used here. */
export const languages: Readonly<Record<string, string>> = {
  und: '原聲',
  yue: '粵語',
  cmn: '普通話',
  zh: '中文',
  'zh-Hant': '繁體中文',
  'zh-Hans': '簡體中文',
}
