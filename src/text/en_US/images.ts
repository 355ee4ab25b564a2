import type { ImagesText } from '../zh_HK/images.ts'

/** The field of an image that goes with a form. */
export const images = {
  choose: 'Choose a picture',
  limits: (max: string) => `JPEG, PNG or WebP, up to ${max}`,
  replace: 'Replace',
  remove: 'Remove',
  cancel: 'Cancel upload',
  retry: 'Try again',
  alt: 'Uploaded picture',
  sending: (percent: number) => `Uploading ${percent}%`,
  processing: 'Processing',
  uploaded: (size: string) => `Uploaded, ${size}`,
  metadataRemoved: 'Location and other photo data removed',
  removed: 'Picture removed.',
  failed: 'Upload not finished',
  tooLarge: (size: string, max: string) => `This picture is ${size}. Choose one up to ${max}.`,
  wrongType: 'Choose a JPEG, PNG or WebP picture.',
  gone: 'This picture has been deleted. Upload it again.',
} satisfies ImagesText
