/**
 * Words of English and Catalan questions of law and what French law calls it, for queries only
 * (contracts/conventions/search.md). A line: French wording, then English ones, then Catalan ones,
 * separated by `;`, alternatives by `|`.
 */
const LINES = `
accident du travail; work accident | accident at work | workplace accident; accident laboral | accident de treball
acheteur; buyer | purchaser; comprador
acte administratif; administrative act | administrative decision; acte administratiu
administration; public administration | public authority | government agency; administració
adoption; adoption | adopt; adopció
amende; fine | penalty; multa
apprentissage; apprenticeship | apprentice; aprenentatge | aprenent
arbitrage; arbitration; arbitratge
arrêt maladie; sick leave | sick pay | illness; baixa per malaltia | baixa mèdica | malaltia
assemblée générale; general meeting | shareholders meeting; assemblea general | junta general
associé; shareholder | partner; soci
assurance; insurance; assegurança
autorité de contrôle; supervisory authority; autoritat de control
avocat; lawyer | attorney | barrister | solicitor; advocat
bail; lease | tenancy | rental agreement; arrendament | lloguer
bailleur; landlord | lessor; arrendador | propietari
caution; surety | guarantor | guarantee; fiança | fiador | aval
cession; assignment | transfer; cessió
chômage; unemployment | unemployment benefit; atur | desocupació
citoyen; citizen; ciutadà
clause abusive; unfair term | unfair clause | abusive clause; clàusula abusiva
clause de non-concurrence; non-compete | non-competition clause | noncompete; no competència | pacte de no concurrència
condition; condition; condició
congé maternité; maternity leave; permís de maternitat | baixa per maternitat
congé parental; parental leave; permís parental
congé paternité; paternity leave; permís de paternitat
congés payés; paid leave | paid holiday | holidays | annual leave | vacation; vacances | vacances pagades
consentement; consent; consentiment
constitution; constitution; constitució
consommateur; consumer; consumidor
contrat; contract | agreement; contracte
contrat de travail; employment contract | employment agreement | work contract; contracte de treball
contrat à durée déterminée; fixed-term contract | fixed term contract | temporary contract; contracte temporal
contrat à durée indéterminée; permanent contract | open-ended contract; contracte indefinit
copropriété; condominium | co-ownership; propietat horitzontal
créancier; creditor; creditor
débiteur; debtor; deutor
délai; time limit | deadline | time period; termini
délégué à la protection des données; data protection officer; delegat de protecció de dades
démission; resignation | resign | resigning; dimissió | dimitir
dépôt de garantie; deposit | security deposit; dipòsit | fiança
dette; debt; deute
discrimination; discrimination | discriminate; discriminació
divorce; divorce; divorci
dol; fraud | fraudulent misrepresentation | deceit; dol | engany
dommages et intérêts; damages | compensation; danys i perjudicis | indemnització
données à caractère personnel; personal data; dades personals
données; data; dades
droit; right | rights; dret | drets
droit d'accès; right of access | access request; dret d'accés
droit à l'effacement; right to erasure | right to be forgotten | erasure; dret de supressió | dret a l'oblit
durée du travail; working time | working hours; jornada laboral | temps de treball
élection; election; elecció | eleccions
employeur; employer; empresari | ocupador
enfant; child | children; fill | infant
entreprise; company | business | undertaking | enterprise; empresa
erreur; mistake | error; error
expulsion; eviction | evict; desnonament
faute grave; gross misconduct | serious misconduct; falta greu
fonctionnaire; civil servant | public servant; funcionari
force majeure; force majeure | act of god; força major
garantie des vices cachés; hidden defects | latent defects; vicis ocults
grève; strike | right to strike; vaga
grossesse; pregnancy | pregnant; embaràs | embarassada
harcèlement moral; moral harassment | bullying | mobbing | psychological harassment; assetjament moral | assetjament laboral
harcèlement sexuel; sexual harassment; assetjament sexual
héritier; heir; hereu
héritage; inheritance; herència
heures supplémentaires; overtime | extra hours; hores extraordinàries | hores extres
imprévision; hardship | unforeseen circumstances | unforeseeable change of circumstances; imprevisió
indemnité; indemnity | severance | allowance; indemnització
indemnité de licenciement; severance pay | redundancy pay; indemnització per acomiadament
inexécution; non-performance | breach | breach of contract; incompliment
intérêt; interest; interès
intérim; temporary work | temp agency | agency worker; treball temporal
juge; judge | court; jutge
jugement; judgment | ruling; sentència | judici
liberté d'expression; freedom of expression | freedom of speech; llibertat d'expressió
liberté; freedom | liberty; llibertat
licenciement; dismissal | dismiss | dismissed | fire | fired | firing | sacked | redundancy | layoff | unfair dismissal; acomiadament | acomiadar | acomiadat
licenciement économique; economic dismissal | redundancy | collective redundancy; acomiadament econòmic | acomiadament col·lectiu
locataire; tenant | lessee; llogater | arrendatari
logement; housing | dwelling | accommodation; habitatge
loi; law | statute; llei
loyer; rent; lloguer | renda
mandat; agency | power of attorney; mandat
mariage; marriage | marry | married; matrimoni
mineur; minor; menor
mise en demeure; formal notice | notice to perform; requeriment
nationalité; nationality | citizenship; nacionalitat
notification; notification | notify | breach notification; notificació
nullité; nullity | void | voidable | voidness; nul·litat
obligation; obligation | duty; obligació
offre; offer; oferta
parlement; parliament; parlament
période d'essai; probation | probationary period | trial period; període de prova
peine; sentence | punishment; pena
prescription; limitation period | statute of limitations | prescription; prescripció
préavis; notice period | notice; preavís
preuve; proof | evidence | burden of proof; prova
prix; price; preu
propriété; property | ownership; propietat
prud'hommes; labour court | labor court | employment tribunal; tribunal laboral
recours; appeal | remedy; recurs
règlement; regulation; reglament
réparation; repair | redress; reparació
représentation; representation; representació
résiliation; termination | terminate; resolució | rescissió
résolution; rescission | rescind; resolució
responsabilité; liability | responsibility | tort; responsabilitat
responsable du traitement; controller | data controller; responsable del tractament
retraite; retirement | pension; jubilació | pensió
rupture; termination | break-up; ruptura
rupture conventionnelle; mutual termination | termination by mutual agreement | settlement agreement; ruptura de mutu acord
salaire; wage | wages | salary | pay; salari | sou
salaire minimum; minimum wage; salari mínim
salarié; employee | worker | staff member; treballador | assalariat
sanction; sanction | sanctions; sanció
silence de l'administration; silence of the administration | administrative silence; silenci administratiu
société; company | corporation; societat
sous-traitant; processor | data processor | subcontractor; encarregat del tractament | subcontractista
succession; succession | estate; successió
syndicat; trade union | union; sindicat
télétravail; remote work | telework | teleworking | working from home; teletreball
temps partiel; part-time | part time; temps parcial | jornada parcial
tiers; third party; tercer
traitement; processing; tractament
transfert; transfer; transferència
travail; work | employment | labour | labor; treball
travailleur handicapé; disabled worker; treballador discapacitat
tribunal; court | tribunal; tribunal
tutelle; guardianship; tutela
vendeur; seller | vendor; venedor
vente; sale | sell; venda | compravenda
vice caché; hidden defect | latent defect; vici ocult
vie privée; privacy | private life; vida privada | intimitat
violation de données; data breach | personal data breach; violació de dades | bretxa de seguretat
vol; theft; robatori
vote; vote | suffrage; vot | sufragi
`

/** A French wording and what English and Catalan say for it. */
export type Translation = { readonly french: string; readonly wordings: readonly string[] }

export const TRANSLATIONS: readonly Translation[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [french = '', ...foreign] = line.split(';').map((part) => part.trim())
    const wordings = foreign.flatMap((part) => part.split('|').map((wording) => wording.trim()))
    return { french, wordings }
  })

/** Words of English and Catalan that no French query has: they tell the language of a query. */
export const FOREIGN_WORDS =
  'the what when how which who whose why does did can could must shall should may my your his her their i you he she we they is are was were be been have has if then of for with without from by at on an to not any after before during under between about this that these those and or ' +
  'què quin quina quins quines quan com qui perquè per quant puc pot poden ha he hem han té tinc tenen els les del dels al als amb sense des fins o i és són ser una uns unes el per pel meu meva seu seva aquest aquesta hi no'
