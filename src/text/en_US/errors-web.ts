import type { ErrorsWebText } from '../zh_HK/errors-web.ts'

/** What went wrong in the browser itself; a refusal of the server brings its own sentence. */
export const errors = {
  network: 'Network error please check the network.',
  fault: (code: string) => `Something went wrong on our side. Try again. If it keeps happening, quote ${code}.`,
  notFound: 'Page not found. You’re back on the home page.',
  title: 'System error',
  text: 'Something went wrong on this page. Reload it to continue.',
  reload: 'Reload',
  chunkTitle: 'Couldn’t load this page',
  chunkText: 'Check your connection, then try again.',
  code: (code: string) => `Error code ${code}`,
} satisfies ErrorsWebText
