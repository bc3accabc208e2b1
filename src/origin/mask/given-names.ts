/**
 * Given and family names that are found without an introduction. A name that is also an English
 * word is in a list of its own and counts only where a name is expected.
 * @module
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** These count in small letters too. None is a word, a brand or a place that people ask about. */
export const GIVEN_NAMES = words(`
  aaliyah aaron abdul abdullah abdulrahman abigail abraham adam adaeze adele adelaide adriana adrian
  adrienne agata agatha agnes agnieszka ahmad ahmed aidan aiden aileen aimee aisha aishah aisling
  aiyana akiko alan albert alberto alejandra alejandro aleksandra alessandra alessandro alessia
  alexander alexandra alexandre alexandria alfonso alfred ali alicia alina alison allison alma alvaro
  alyssa amal amanda amara amber amelia amelie amina amira amit amrita amy ana anastasia andrea
  andreas andres andrew andrzej angela angelica angelina anika anita anja anjali ann anna annabel
  annabelle anne annelies anneliese annette annika antoine anton antonella antonia antonio anusha
  aoife apolline araceli arianna ariel arjun armando arthur arturo asha ashley astrid audrey
  augustine aurelie ava ayako ayesha ayse azadeh barbara bartosz beata beatrice beatriz beatrix
  becky belinda ben benedikt benjamin bernadette bernard bernd bertha beth bethany bettina beverley
  bianca bilal birgit bjorn björn bogdan brandon breanna brenda brendan brian bridget brigitte
  britta brittany bronwyn bruno bryan caitlin caleb callum camila camilla camille carla carlos
  carmen carolina caroline carolyn cassandra cassidy catalina catarina caterina catherine cathy
  cecile cecilia cedric celia celine chandra chantal charles charlotte cheryl chiara chiamaka
  chidinma chinedu chinonso chloe chloé christa christina christine christopher cinzia clara clarissa
  claudia claudine claudio clemence clementine clotilde colette colin colleen concetta conor
  constance cordelia corinna corinne cornelia courtney craig cristina cynthia dagmar damian damien
  daniel daniela daniella danielle daphne dariusz darren david deborah debra deepak deepika deirdre
  delia delphine denise dennis derek desiree devi diana diane dianne diego dieter dimitri dinesh
  dolores dominic dominika dominique donna doreen doris dorota dorothea dorothy douglas duncan
  dylan ebony edith eduardo edward edwina efua eileen eilidh elaine eleanor elena eleni eleonora
  elif elisa elisabeth elise eliza elizabeth ella ellen ellie eloise elsa elsbeth elspeth emanuela
  emeka emilia emilie emilio emily emma emmanuel enrique erica erik erika ernesto esme esmeralda
  esperanza esther ethan etienne eugene eugenia eugenie eva evangeline evelyn ewa fabian fabienne
  fabio fadi fatima fatimah fatma fatoumata federica federico felicity felipe fernanda fernando
  ffion fiona florian frances francesca francesco francine francis francisca francisco francois
  françoise franziska frederic frederick frederik freya frieda friederike funmilayo gabriel
  gabriela gabriella gabrielle gareth gary gavin gemma geoffrey georgina gerald geraldine gerard
  gerhard gertrude giada gianluca gianna gillian gina giorgia giovanna giovanni gisela giulia
  giulio giuseppe gloria gonzalo gordon graham graziella greta gregory gretchen guadalupe gudrun
  guillaume guillermo gwen gwendolyn habib hadiza hafsa halima hamza hana hanna hannah hannelore
  hans harriet haruka haruki hassan hedwig heidi heike heinrich helen helena helene helga henrietta
  henrik herbert hermione hilary hilda hildegard hiroko hiroshi huda hugo hussein ibrahim ida ifeoma
  ignacio ikram ilaria ilse imani imogen ines inga inge ingeborg ingrid irena irene irina isaac
  isabel isabella isabelle isla ismail isobel ivan ivana jacek jacinta jackie jacob jacqueline
  jacques jaime jakub jamal jamie jane janet janice janina jasmin jason javier jayden jean jeanette
  jeanne jeffrey jenna jennifer jenny jeremy jerome jessica jill jim jimena joan joana joanna joanne
  joaquin jocelyn johan johanna johannes john jolanda jolanta jonas jonathan jorge josefina joseph
  josephine josh joshua josie joyce juan juana juanita judith juliana julia julian julianna julie
  juliet julieta juliette julio juniper justin justine kamala kamila karen karim karin karina karl
  karla karolina katarina katarzyna kate katerina katharina katherine kathleen kathrin kathryn
  kathy katie katja katrin katrina katya kavita kayla keiko keisha keith kelly kenji kenneth kerry
  kerstin kevin khadija khalid kieran kimberly kinga kirsten kirsty klaus konstantin kristen
  kristin kristina krystyna krzysztof kumiko kwame kyle lakshmi lamia lara larissa lars latoya laura
  lauren laurence laurent lea leah leila leilani lena lenka leo leon leonard leonie leonor leslie
  leticia lina linda lindsay lindsey lisa lisbeth liudmila livia liz lizzie ljubica lorena lorenzo
  loretta lorraine lotte louis louisa louise luc lucas lucia lucía luciana luciano lucie lucille
  lucinda lucy ludmila ludovica luigi luis luisa lukas luke luna lydia lynda lynette lynn
  maddie madeleine madeline magda magdalena maggie mahmoud maike maja malgorzata małgorzata malika
  malin mandy manfred manon manuel manuela marcel marcela marcella marcelo marcin marco marcus
  margaret margarethe margarita margaux margit margot maria mariah mariam mariama mariana marianna
  marianne maribel marie mariella marija marijke marina mario marion marisa marisol marissa marjorie
  markus marlene marta martha martin martina martine mary maryam mateo mathieu mathilde matilda
  matteo matthew matthias maureen maurice mauricio maya mbali meera megan meghan mehmet mei meike
  melanie melinda melissa mercedes meredith mia michael michaela michal michel michele michelle
  miguel mika mikhail mila milena millicent milos mina minh miranda mireille miriam mirjam mohamed
  mohammad mohammed moira molly mona monica monika monique morgane moritz mustafa myriam myrna nadia
  nadine nadja nancy naoko naomi natalia natalie natasha nathalie nathan nathaniel nawal neha nia
  niamh nicholas nicola nicolas nicole nikita nikki niklas nikolai nikolaus nils nina nisha noah
  noelle noemi noor nora noreen norma nour nuria odette oksana olaf olga olivia olivier oluwaseun
  omar oriana orla oscar otto ottilie pablo paloma pamela paolo patricia patrick patrizia paul paula
  paulette paulina pauline pedro perpetua peter petra philip philippa philippe phillip phoebe phyllis
  piotr pilar pooja prakash priscilla priya priyanka rachael rachel radka rafael raffaella raheem
  rahul raissa rajesh ramona ramón raquel rasheeda rashid raul ravi raymond rebecca rebekah regina
  reina rekha renata renate renee renée rhiannon rhonda ricarda ricardo riccardo richard rita rivka
  robert roberta roberto rocio rodrigo roger rohan roland romina ronald rosa rosalie rosalind
  rosamund rosanna rosario roseanne rosemarie roswitha roxana roxanne rosie ruben rukmini rupert ruth
  ryan sabina sabine sabrina sadia sakura salma salvatore samantha samir samuel sandra sandrine
  sanjay santiago saoirse sara sarah sarita sasha satoshi savannah scarlett sean sebastian selena
  selma serena sergei sergio seyi shakira shanice shannon sharon shauna shirin shivani shreya siegfried
  sigrid silke silvana silvia simon simona simone siobhan sofia sofie solange solveig sonia sonja
  sophia sophie soraya stacey stefan stefanie stefano steffi stephan stephanie stephen steph steve
  steven stuart sunita susan susana susanna susanne suzanne svenja svetlana swati sven sybil sylvia
  sylvie tabea tabitha tadeusz takashi takumi talia tamara tamika tamsin tania tanja tanya tara
  tariq tasha tatiana tatjana taylor tendai teresa tessa thabo thanh thandiwe thea thelma theo
  theodora theodore theresa therese thiago thomas tiana tiffany tilda tim timothy tina tobias tom
  tomas tomasz tomoko toni tracey tracy tristan tzipora uche ulrich ulrike umar ursula uschi usha
  valentina valeria valerie vanessa vasiliki vera vernon veronica veronika veronique vesna vicente
  vicky vijay viktor viktoria vincent vincenzo viola virginie vivian vivienne vladimir walter wanda
  wanjiru waltraud wei wendy werner wiebke wilhelm wilhelmina william winifred wojciech wolfgang
  xavier ximena xiaoling xiaoming xin yael yasmin yasmine yesenia yetunde yoko yolanda yosef yuki
  yumi yuko yulia yusuf yvette yvonne zainab zara zeynep zofia zoe zoë zuzana zuzanna gabby katy
  nathalia deb debbie sam samira sandeep sumaya nkechi ngozi nneka oluchi folake abiodun adaobi
  amaka chiara hannelie juliane kathi lotta maren merle mieke nele rieke sanne saskia silvie tjorven
  janneke femke anouk maud fleur sjoerd joost jeroen pieter willem maarten bram sander
  eoin cillian ciara caoimhe roisin niall fergus ruairi hamish morag isolde angharad carys cerys
  ewan euan rhys emrys seren anwen alice claire clare liam george henry oliver james jessie hailey
  mackenzie kaitlyn alex chris tonya latisha keira elsie millie tilly evie freddie alfie archie erin
  mollie abby abbie vicki trish tricia bonnie ginny nellie norah hattie minnie winnie frankie jodie
  judy laila layla nadiya naima nicolette noura rania rasha reem salome samar sana sarina shanti
  shira sinead siobhán sophia svea tove ulla vibeke ylva zahra zaynab aylin elif emine merve derya
  jiwoo minji soyeon haeun jihye seoyeon meiling xiuying lihua nguyet linh phuong huong trang mai-anh
`);

/** Names that are also words, months, places or things. */
export const AMBIGUOUS_NAMES = words(`
  vera mercedes adelaide alexandria santiago marina savannah graham jasmin luke margarita melissa
  sofia yasmin fleur tom sam leo marie amber reem sana salome ana ariel carolina clementine constance
  hana jean joan juniper kelly kerry luna mika nina peter petra viola xin wei min mina mei ali said
  asha ben brian deb eden hans ida ines maren merle mila nour noor pilar alma bruno cherry
  angel april art aurora austin autumn basil bill bella bliss brook brooke carol charity chase cherry
  chelsea christian clementine coral crystal daisy dallas dawn dean destiny dolly don drew earl eden
  elodie ember eve faith fern florence flora frank gale gene georgia ginger grace grant guy harmony
  harry hazel heather heath holly honor hope hunter india iris ivy jack jade jasmine jasper jewel
  joe jo jordan joy june kim kit lance laurel lee liberty lily lola london lou lucky madison marigold
  mark mason max may melody mercy miles misty nick noel nova octavia olive opal pansy paris pat
  patience patsy pearl peg penny poppy ray red rich rob robin rosemary rose rowan roy ruby sage
  sally savannah sienna skye sky star stella steel sterling storm sue summer sunny sydney ted
  terry tony trinity victor victoria violet virginia wade ward wayne willow will winter wren zen
  mel gus cat dot fay hal ken les lin lyn mae mick nan nat ned pam phil ron rex sal sid tess val
  vic vince viv walt bea bee bess beau blake brad brett chad chip clay clive cole cory dale dan dave
  dirk doug drake dwight ed ernie finn flo fred gail gem gil glen hank hugh ian iva jan jay jeff jess
  jon jude kay kai kurt kyra lane lars leigh len lorna lyle mack mara marge mary meg mike mimi mitch
  nell neil nia norm olly oli otis ozzy pete pip quinn randy reed rhea rick rod russ sheila shane
  sherry silas skip stan tad tate tatum teddy thor tia tod todd troy tyler una vin wes zac zack zeke
`);

/** Family names that may follow a given name in small letters. */
export const FAMILY_NAMES = words(`
  adams ahmed ali allen alvarez anderson andersson bailey baker bauer becker bell bennett bernard
  bianchi brown campbell carter castro chan chen clark collins connor cooper cruz davies davis diaz
  dubois evans edwards fernandez ferrari fischer flores foster garcia gomez gonzalez green gupta
  gutierrez hall hansen hansson harris harrison hernandez hill hoffmann howard hughes ibrahim ivanov
  ivanova jackson jackman jansen janssen jensen johansson johnson jones kaur keller kelly khan kim
  king klein kowalska kowalski kumar larsen larsson lee levy lewis li lin lopez martin martinez
  mehta mendoza meyer miller mitchell moore morales moreau morgan morris mueller muller müller murphy
  murray nguyen nielsen novak o'brien o'connor o'neill okafor olsen ortiz park parker patel perez
  petersen phillips popov ramirez ramos reyes richter rivera roberts robinson rodriguez rogers
  romano rossi roberts russo ruiz sanchez santos sato schmidt schneider schulz scott sharma shah
  silva singh smith stewart suzuki svensson tanaka taylor thomas thompson torres tran turner
  wagner walker wang ward watson weber white williams wilson wolf wong wood wright yamamoto yang
  young zhang
`);
