import { setLocale } from '#values/text/format.ts'

// Before the words of any view are made. Main names the system's locale in the page's address.
setLocale(new URLSearchParams(location.search).get('locale') ?? navigator.language)
