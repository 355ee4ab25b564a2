import { readLanguage } from '#web/kit/language.ts'
import { currentShellText } from '../shell/shell-text.ts'
import { createAdminClient } from './admin-client.ts'
import { confirmByCode, signInAgain } from './session.ts'

export const consoleClient = createAdminClient({
  language: readLanguage,
  signIn: signInAgain,
  stepUp: confirmByCode,
  networkMessage: () => currentShellText().errors.network,
  unansweredMessage: () => currentShellText().errors.unanswered,
  faultMessage: (code) => currentShellText().errors.fault(code),
})
