/** The document of a preview; its grant is in the fragment. POST says what the grant shows. */
export const PREVIEW_PATH = '/preview'

/** The header of each call of a preview. */
export const PREVIEW_HEADER = 'x-preview'
