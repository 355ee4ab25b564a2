import { createContext, useContext } from 'react'
import type { CallContext } from './call-url.ts'

/** The language, pattern and profile that every address carries. It stands still while a page lives: changing any of them reloads. */
export const CallContextContext = createContext<CallContext>({ language: 'zh_HK', pattern: 'normal' })

export const useCallContext = (): CallContext => useContext(CallContextContext)
