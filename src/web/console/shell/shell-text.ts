import { createShellText } from '#web/kit/text.ts'

/** Loaded before the first render. */
export const {
  Context: ShellTextContext,
  load: loadShellText,
  current: currentShellText,
  use: useShellText,
} = createShellText({
  zh_HK: async () => (await import('#text/zh_HK/console-shell.ts')).consoleShell,
  en_US: async () => (await import('#text/en_US/console-shell.ts')).consoleShell,
})
