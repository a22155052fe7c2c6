import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './cache.ts'

export type MavenArtifact = {
  readonly group: string
  readonly name: string
  readonly version: string
}

const dependency = ({ group, name, version }: MavenArtifact): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`

const project = (artifacts: readonly MavenArtifact[]): string =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>` +
  `<groupId>local.pandect</groupId><artifactId>engine</artifactId><version>1</version><packaging>pom</packaging>` +
  `<dependencies>${artifacts.map(dependency).join('')}</dependencies></project>`

/** Copies the artifacts and all that they need at run time into `<folder>/lib`. */
export const copyJars = async (
  folder: string,
  artifacts: readonly MavenArtifact[],
  environment: Record<string, string | undefined>,
): Promise<void> => {
  const pom = join(folder, 'pom.xml')
  await writeFile(pom, project(artifacts))
  await runTool(
    'mvn',
    [
      '-B',
      '-ntp',
      '-q',
      '-f',
      pom,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${join(folder, 'lib')}`,
    ],
    {
      env: environment,
      hint: 'install Maven and a Java runtime (Debian: maven, default-jre-headless)',
    },
  )
}
