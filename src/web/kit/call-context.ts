import { createContext, useContext } from 'react'
import type { CallContext } from './call-url.ts'

export const CallContextContext = createContext<CallContext>({ language: 'zh_HK', pattern: 'normal' })

export const useCallContext = (): CallContext => useContext(CallContextContext)
