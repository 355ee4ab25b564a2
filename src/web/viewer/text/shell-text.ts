import { createShellText } from '#web/kit/text.ts'

/** The text of the shell and the list screens, loaded before the first render: `const { home } = useShellText()`. */
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
