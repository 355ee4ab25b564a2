import { useEffect, useRef, useState } from 'react'
import { createNetworkRecovery } from '../client/resumable-upload.ts'
import { discardUploads, type Sending, sendFile } from '../client/send-file.ts'
import { type AddedFile, EMPTY_DRAFT, newFile, type TrackDraft } from './track-draft.rules.ts'

/** What is changed of a film's tracks, with the uploads of its files. They stop when the page is left, and go on when it is chosen again. */
export function useTrackDraft(programId: string) {
  const [draft, setDraft] = useState<TrackDraft>(EMPTY_DRAFT)
  const sendings = useRef(new Map<string, Sending>())
  useEffect(() => {
    const running = sendings.current
    return () => {
      for (const sending of running.values()) void sending.stop()
    }
  }, [])
  return { draft, change, changeFile, addFiles, resume, discard, clear }

  function change(changed: Partial<TrackDraft>): void {
    setDraft((before) => ({ ...before, ...changed }))
  }

  function changeFile(fileId: string, changed: Partial<AddedFile>): void {
    setDraft((before) => ({
      ...before,
      files: before.files.map((file) => (file.fileId === fileId ? { ...file, ...changed } : file)),
    }))
  }

  function addFiles(files: readonly File[]): void {
    const added = files.map(newFile)
    setDraft((before) => ({ ...before, files: [...before.files, ...added] }))
    for (const file of added) send(file)
  }

  function send(file: AddedFile): void {
    const { fileId } = file
    const sending = sendFile(
      file.file,
      { role: file.kind, programId },
      {
        onProgress: (sent) => changeFile(fileId, { sent }),
        onComplete: (uploadId) => changeFile(fileId, { state: 'complete', uploadId }),
        onStopped: (message, maySendAgain) =>
          maySendAgain
            ? resume(file)
            : message === undefined
              ? waitForNetwork(file)
              : changeFile(fileId, { state: 'failed', message }),
      },
    )
    sendings.current.set(fileId, sending)
  }

  function waitForNetwork(file: AddedFile): void {
    const { begin, end } = createNetworkRecovery(() => resume(file))
    changeFile(file.fileId, { state: 'offline' })
    begin()
    sendings.current.set(file.fileId, { stop: async () => end() })
  }

  function resume(file: AddedFile): void {
    void sendings.current.get(file.fileId)?.stop()
    changeFile(file.fileId, { state: 'uploading', message: '' })
    send(file)
  }

  async function discard({ fileId, file }: AddedFile): Promise<void> {
    setDraft((before) => ({ ...before, files: before.files.filter((one) => one.fileId !== fileId) }))
    await sendings.current.get(fileId)?.stop()
    sendings.current.delete(fileId)
    await discardUploads(file)
  }

  /** The files are a job's now. */
  function clear(): void {
    sendings.current.clear()
    setDraft(EMPTY_DRAFT)
  }
}
