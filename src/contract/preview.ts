/** The document of a preview; its grant is in the fragment. POST says what the grant shows. */
export const PREVIEW_PATH = '/preview'

/** The header of each call of a preview. */
export const PREVIEW_HEADER = 'x-preview'

/** What the site in a frame of the console sends to it when Escape closes nothing of its own. */
export const PREVIEW_ESCAPE = 'harbour preview: escape'
