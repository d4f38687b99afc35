/** What core calls `createdAt` is `created_at` under `--json`, as in the HTTP interface. */
export const snakeKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, its]) => [snakeCase(key), snakeKeys(its)]),
  )
}

const snakeCase = (key: string): string =>
  key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
