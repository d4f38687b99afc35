/** A text as PowerShell writes it. */
export const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')
