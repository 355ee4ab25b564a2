/** Languages where their standard names are not the ones that are used here. */
export const languages: Readonly<Record<string, string>> = {
  und: 'Original audio',
  cmn: 'Mandarin',
  'zh-Hant': 'Traditional Chinese',
  'zh-Hans': 'Simplified Chinese',
}
