import type { UploadRule } from '#contract/uploads.ts'

/** Why a file would be refused, before it is sent. The server looks at the content; a type that the system does not know is left to it. */
export function refusedFile(
  { maxBytes, types }: UploadRule,
  file: Pick<File, 'size' | 'type'>,
): 'tooLarge' | 'wrongType' | undefined {
  if (file.type !== '' && !types.includes(file.type)) return 'wrongType'
  return file.size > maxBytes ? 'tooLarge' : undefined
}

/** "1.8 MB", "320 KB": decimal, as the limits are. */
export function formatFileSize(bytes: number): string {
  const megabytes = Math.round(bytes / 100_000) / 10
  return megabytes >= 1 ? `${megabytes} MB` : `${Math.max(1, Math.round(bytes / 1000))} KB`
}
