import { asRead, withoutSpacing } from './visible-text.ts'

/** Ends of names that phones link, and those that advertisers use. */
const DOMAINS = [
  'com|net|org|info|biz|app|dev|xyz|top|shop|store|site|online|club|live|vip|link|click|page|asia|mobi|name|tel',
  'ai|bet|bid|bingo|bond|cam|capital|casino|cash|cfd|chat|cyou|date|dating|download|email|fun|guru|host|icu|loan|loans|ltd|mom|money',
  'monster|ninja|poker|porn|press|pro|quest|racing|rocks|sbs|sex|stream|tech|tips|trade|trading|website|webcam|wiki|win|wtf|xxx',
  '公司|香港|中国|中國|网络|网址|网店|商城|在线|手机',
  'hk|mo|cn|tw|io|co|cc|tv|uk|sg|jp|kr|ru|ly|gl|ph|th|vn|au|ca|de|eu|fr|gd|gg|pw|tk|ws',
].join('|')
/** `he/she`: no path. */
const PAIRED = '(?:s?he|his|hers?|him|they|and|yes|either)\\/'
const LINK = new RegExp(
  [
    String.raw`:\/\/|\bh(?:tt|xx)ps?\s*[:/]|\bwww\b|\d{1,3}(?:\.\d{1,3}){3}`,
    String.raw`[\p{L}\p{N}]\.(?:xn--\w+|${DOMAINS})(?![\p{L}\p{N}])`,
    // Any name with a path or a port: `.in`, `.to`, `.me` are words without one.
    String.raw`[\p{L}\p{N}]\.(?!${PAIRED})[a-z]{2,24}(?:\/|:\d{2,5}(?!\d))`,
  ].join('|'),
  'iu',
)

const APART_ENDS = '(?:com|net|org|xyz|biz|icu|hk)(?![\\p{L}\\p{N}])'
const APART = new RegExp(
  [
    String.raw`[\p{L}\p{N}](?:\s+\.\s*|\.\s+|\s*[[({<]\s*(?:\.|dot|點|点)\s*[\])}>]\s*|\s+dot\s+|\s*[點点·•‧∙・]\s*)${APART_ENDS}`,
    String.raw`\bhxxps?\b`,
  ].join('|'),
  'iu',
)

export function hasLink(text: string): boolean {
  const read = asRead(text)
  return [read, withoutSpacing(read)].some((one) => LINK.test(one) || APART.test(one))
}
