/** Languages where their standard names are not the ones that are used here, or that browsers have no name of. */
export const languages: Readonly<Record<string, string>> = {
  und: 'Original audio',
  cmn: 'Mandarin',
  nan: 'Min Nan',
  hak: 'Hakka',
  bo: 'Tibetan',
  'zh-Hant': 'Traditional Chinese',
  'zh-Hans': 'Simplified Chinese',
}
