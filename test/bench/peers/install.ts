/** Puts peers into the cache outside of the checkout, from package registries. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedFolder, runTool } from '../../engines/install/cache.ts'

const PIP_OPTIONS = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore'] as const

const environment = process.env

/** Packages of npm in a folder of their own; their install scripts do not run. */
export const installNpm = (
  cache: string,
  name: string,
  packages: Readonly<Record<string, string>>,
): Promise<string> =>
  cachedFolder(cache, `peers/npm/${name}`, async (folder) => {
    const manifest = { name: `peer-${name}`, private: true, dependencies: packages }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await runTool('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      env: environment,
      hint: 'npm needs the registry, or a mirror of it',
    })
  })

/** Loads a package of such a folder. The caller says what it uses of it. */
export const loadFrom = (folder: string, name: string): unknown =>
  createRequire(join(folder, 'package.json'))(name)

/** The same for a package that is a module and waits while it loads. */
export const importFrom = async (folder: string, name: string): Promise<unknown> => {
  const path = createRequire(join(folder, 'package.json')).resolve(name)
  return import(pathToFileURL(path).href)
}

/** A wheel without what it depends on. */
export const installWheel = (cache: string, name: string, version: string): Promise<string> =>
  cachedFolder(cache, `peers/python/${name}-${version}`, async (folder) => {
    const what = ['--no-deps', '--only-binary=:all:', '--target', folder, `${name}==${version}`]
    await runTool('python3', ['-m', 'pip', 'install', ...PIP_OPTIONS, ...what], {
      env: environment,
      hint: 'install Python 3 with pip (Debian: python3-pip)',
    })
  })

/** A program of a Go module, built here; the first time takes minutes. */
export const installGo = (cache: string, module: string, version: string): Promise<string> =>
  cachedFolder(cache, `peers/go/${module.replaceAll('/', '_')}-${version}`, async (folder) => {
    await runTool('go', ['install', `${module}@${version}`], {
      env: { ...environment, GOBIN: folder, GOFLAGS: '-buildvcs=false' },
      hint: 'install Go (the module names the version that it needs)',
    })
  })

/** Compiles one Java file against the jars of a folder, beside them. */
export const compileJava = async (jars: string, source: string, classes: string): Promise<void> => {
  await mkdir(classes, { recursive: true })
  await runTool('javac', ['-encoding', 'UTF-8', '-cp', join(jars, '*'), '-d', classes, source], {
    env: environment,
    hint: 'install a Java development kit (Debian: default-jdk-headless)',
  })
}
