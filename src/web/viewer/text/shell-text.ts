import { createShellText } from '#web/kit/text.ts'

/** Loaded before the first render. */
export const {
  Context: ShellTextContext,
  load: loadShellText,
  current: currentShellText,
  use: useShellText,
  useIn: useShellTextIn,
} = createShellText({
  zh_HK: async () => (await import('#text/zh_HK/viewer.ts')).viewer,
  en_US: async () => (await import('#text/en_US/viewer.ts')).viewer,
})
