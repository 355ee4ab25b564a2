/**
 * Images that people upload with a form: encoded again without metadata, kept encrypted, shown by signed addresses, deleted when no form
 * holds them. Owns the table upload and the store prefix `u/`. Knows none of the forms: they claim and release images by id.
 */
export { createUploads, type KeptImage, type ReceivedImage, type Uploads, type UploadsDeps } from './uploads.service.ts'
export { readUploadPath, type SignedUpload } from './uploads.rules.ts'
