/** Creates a value at first use, once. After a failure the next use tries again. */
export const once = <T>(make: () => T): { readonly get: () => T; readonly made: T | undefined } => {
  let made: { readonly value: T } | undefined
  return {
    get: () => {
      if (made !== undefined) return made.value
      const value = make()
      made = { value }
      if (value instanceof Promise) {
        value.catch(() => {
          made = undefined
        })
      }
      return value
    },
    get made() {
      return made?.value
    },
  }
}
