import { MergeHost } from './merge-host.tsx'
import { ReturnHost } from './return-host.tsx'
import { UnsentHost } from './unsent-host.tsx'

/** What keeps a chosen profile's watch progress together: a visitor's is merged, an unsent one is sent, and what was watched elsewhere is fetched. */
export function ProfileHosts() {
  return (
    <>
      <MergeHost />
      <UnsentHost />
      <ReturnHost />
    </>
  )
}
