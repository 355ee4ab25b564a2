import { createContext, useContext } from 'react'
import type { ApiClient } from './api-client.ts'

export const ApiClientContext = createContext<ApiClient | undefined>(undefined)

/** @throws outside of an `ApiClientContext` */
export function useApiClient(): ApiClient {
  const client = useContext(ApiClientContext)
  if (!client) throw new Error('no ApiClientContext above')
  return client
}
