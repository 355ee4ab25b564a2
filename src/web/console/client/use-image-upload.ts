import { useState } from 'react'
import {
  IMAGE_UPLOAD_BYTES_MAX,
  IMAGE_UPLOAD_TYPES,
  IMAGE_UPLOAD_URL,
  type UploadedImage,
} from '#contract/admin/uploads.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { useAdminClient } from './admin-client.ts'

interface UploadTexts {
  uploaded: string
  tooLarge: string
  notImage: string
}

/** An image as the body of a call. @returns what is wrong with it, once it is known */
export function useImageUpload(text: UploadTexts, onDone: (image: string) => void) {
  const client = useAdminClient()
  const [problem, setProblem] = useState<string>()
  const { run, pending } = useAction(async (file: File) => {
    const url = `${IMAGE_UPLOAD_URL}?${new URLSearchParams({ name: file.name.slice(-100) })}`
    const answer = await client.upload<UploadedImage>(url, file)
    if (answer.result === 'FAILED') return setProblem(answer.message)
    onDone(answer.image)
    showToast({ text: text.uploaded })
  })
  const send = async (file: File | undefined) => {
    if (!file) return
    const isImage = IMAGE_UPLOAD_TYPES.includes(file.type)
    const isSmall = file.size <= IMAGE_UPLOAD_BYTES_MAX
    setProblem(isImage ? (isSmall ? undefined : text.tooLarge) : text.notImage)
    if (isImage && isSmall) await run(file)
  }
  return { send, pending, problem }
}
