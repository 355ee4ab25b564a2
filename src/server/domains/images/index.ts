/**
 * Pictures in every size and format, and the display face cut to each title. Owns the tables image and title_font and the
 * store's keys `i/{hash}/` and `f/`. Knows nothing of titles, people or pages: they keep a picture's key and a title's text.
 */
export { createImages, type Images } from './images.service.ts'
export { requestImages, requestTitleFonts } from './images.jobs.ts'
export { readImagePath, readWidth } from './images.rules.ts'
export { createTitleFonts, type TitleFonts } from './title-fonts.service.ts'
export { readFontPath, titleFontUrl } from './title-fonts.rules.ts'
