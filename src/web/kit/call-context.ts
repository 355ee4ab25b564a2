import { createContext, useContext } from 'react'
import type { CallContext } from './call-url.ts'

/** The language, pattern and profile that every address carries. The language is fixed until a reload; pattern and profile follow the session. */
export const CallContextContext = createContext<CallContext>({ language: 'zh_HK', pattern: 'normal' })

export const useCallContext = (): CallContext => useContext(CallContextContext)
