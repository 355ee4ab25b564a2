/**
 * Images in every size and format, and the display font subset to each title. Owns the tables image and title_font and
 * the store prefixes `i/{hash}/` and `f/`.
 * Independent of titles, people and pages, which store an image's key and a title's text.
 */
export { createImages, type Images } from './images.service.ts'
export { requestImages, requestTitleFonts } from './images.jobs.ts'
export { readImagePath, readWidth, SHARE_CARD } from './images.rules.ts'
export { createTitleFonts, type TitleFonts } from './title-fonts.service.ts'
export { readFontPath, titleFontUrl } from './title-fonts.rules.ts'
