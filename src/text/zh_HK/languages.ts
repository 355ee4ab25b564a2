/** Languages where their standard names are not the ones that are used here, or that browsers have no name of. */
export const languages: Readonly<Record<string, string>> = {
  und: '原聲',
  yue: '粵語',
  cmn: '普通話',
  nan: '閩南語',
  hak: '客家話',
  bo: '藏語',
  zh: '中文',
  'zh-Hant': '繁體中文',
  'zh-Hans': '簡體中文',
}
