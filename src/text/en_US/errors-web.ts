import type { ErrorsWebText } from '../zh_HK/errors-web.ts'

/** What went wrong in the browser itself; a refusal of the server brings its own sentence. */
export const errors = {
  network: 'Network error, please check the network.',
  title: 'System error',
  text: 'Something went wrong on this page. Please load it again.',
  reload: 'Load again',
  chunkTitle: 'This page could not be loaded',
  chunkText: 'Please check the network, then try again.',
  code: (code: string) => `Error code ${code}`,
} satisfies ErrorsWebText
