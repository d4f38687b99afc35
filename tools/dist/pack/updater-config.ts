/**
 * What electron-updater reads in each package (`resources/app-update.yml`): the folder of the user's
 * cache in which it keeps a file while it installs it. Where the file comes from the app says itself.
 */
export const updaterConfig = 'updaterCacheDirName: coldpress-updater\n'
