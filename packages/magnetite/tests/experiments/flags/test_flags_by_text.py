import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetite.views.text import words
from tests.experiments.flags.made_questions import asked, fires, found

SHORT = ("red", "green", "blue", "white")


def alone(question="Which of these is a gull?", options=SHORT, answer=1):
    """Make a question without a passage."""
    return asked(question, options, answer, passage="")


# Each rule: questions that it must flag, and near misses that it must not.
FIRES = {
    "recombined-parts": [
        asked("What did she bring?", ("milk and tea", "milk and ice", "tea and ice", "ice and salt"), 0),
        alone("Rain is …, snow is …", ("warm, cold", "cold, warm", "warm, warm", "cold, cold"), 0),
    ],
    "absolute-option": [
        asked("Where do the gulls sleep?", ("They never sleep.", "On the sea.", "In their nests.", "Here.")),
        alone("What is a gull?", ("It is incapable of flight.", "A bird", "A fish", "A boat")),
        alone("What is a gull?", ("It does not like any fish.", "A bird", "A fish", "A boat")),
        alone("Who knows it?", ("No one knows it.", "A nurse", "A boy", "A girl")),
        alone("Where do the gulls sleep?", ("They never sleep.", "On the sea.", "In their nests.", "Here.")),
    ],
    "vague-terms": [
        asked("What do gulls do?", ("They usually sleep at sea.", "They eat fish.", "They lay eggs.", "They fly.")),
        alone("What do gulls do?", ("They tend to sleep.", "They eat fish.", "They lay eggs.", "They fly.")),
        alone("How old is it?", ("about 50 years", "60 years", "70 years", "80 years"), 0),
        alone("What do gulls do?", ("They usually sleep at sea.", "They eat fish.", "They lay eggs.", "They fly.")),
        alone("What eats fish?", ("some gulls", "boats", "bottles", "islands"), 0),
    ],
    "uneven-lengths": [
        alone("What is a ferry?", ("A ship that carries people over water.", "A sea.", "A large island.", "7")),
        asked("What is a ferry?", ("A ship that carries people and cars over water.", "A sea.", "A large island.")),
        alone("What is a ferry?", ("A ship that carries people over water.", "A sea.", "A large island.")),
    ],
    "key-shares-most": [
        alone("Which part is it?", ("1/18 of it", "1/9 of it", "5/18 in all", "4/5 in all"), 0),
        alone("What is it?", ("a large grey bird", "a small grey bird", "a small white bird", "a small grey fish"), 1),
    ],
    "form-cue": [
        asked("How did the nurse feel?", ("tired", "a friend of gulls", "very proud", "to sleep"), 0),
        asked("What did she want to do next?", ("see the gulls", "a long rest", "help the child", "in the harbour"), 0),
        asked("Where could it be?", ("in the harbour", "happy", "the island", "at sea"), 0),
        asked(
            "The captain waited in order to", ("help a nurse", "the engine was cold", "because it rained", "fishing"), 0
        ),
        asked("The twins were interested in _ .", ("counting gulls", "they saw the nurse", "because of the sea"), 0),
        asked(
            "The aim of the sign is to", ("warn all sailors", "sells maps", "greeting guests", "It asks for help"), 0
        ),
        asked("At night the captain should", ("be on the ferry", "counts the gulls", "rest", "to call a nurse"), 0),
        asked("The ferry is painted once", ("a year", "every Sundays", "a week", "a month"), 0),
    ],
    "asks-for-exception": [
        asked("Which of these is NOT a bird?"),
        alone("Which of these is NOT a bird?"),
        alone("Birds have wings. Which of these cannot fly?"),
        alone("Which statement about gulls is false?"),
        alone("Choose the incorrect statement."),
        alone("Which of these is an incorrect answer?"),
    ],
    "blank-inside": [
        asked("A ___ carries people over water."),
        alone("Gulls eat ...... in winter."),
        alone("A ___ carries people over water."),
        alone("Gulls live on ( ) in winter."),
    ],
    "option-forms-differ": [
        asked("What do gulls like?", ("fishes", "careful", "in the harbour", "fish"), 0),
        alone("What does a captain do?", ("sells the boats", "buy the tickets", "counts the gulls"), 0),
        alone("What is it?", ("It is a ship.", "boats", "the sea"), 0),
        alone("What do gulls like?", ("fishes", "careful", "in the harbour", "fish"), 0),
        alone("Where is it?", ("the sea", "watching television", "a boat", "harbour"), 0),
    ],
    "empty-option": [
        asked(options=("", "the nurse", "the child"), answer=1),
        asked(options=("the nurse", "\u200b \u00ad", "the child"), answer=1),
        asked(options=("the nurse", "  "), answer=None),
    ],
    "key-stands-twice": [
        asked(options=("A nurse.", "the nurse", "A child.", "A guest.")),
        asked(options=("the caf\u00e9", "the cafe\u0301", "the bank"), answer=0),
        asked(options=("at nine", "at\u200b nine", "at ten"), answer=1),
        asked(options=("the co\u00adoperation", "the cooperation", "the bank"), answer=1),
        asked(options=("\uff29da", "Ida", "Bo"), answer=0),
        asked("When does it leave?", ("at nine", "at ten", "At nine.", "at one"), 0),
    ],
    "overlapping-ranges": [
        asked("How many gulls were there?", ("10-20", "20-30", "30-40", "40-50"), 1),
        asked("How much honey was there?", ("less than 5 kg", "5 to 10 kg", "10 to 15 kg", "over 12 kg"), 1),
        asked("Wie viele Möwen waren es?", ("10 bis 20", "20 bis 30", "mehr als 25"), 0),
        asked("The island has", ("100 – 150 people.", "150 – 200 people.", "200 – 300 people."), 0),
        asked("How old is she?", ("under 18", "18 or over", "17 to 20"), 0),
        asked("How many gulls were there?", ("Three to five", "Five to ten", "Ten to twenty", "Over thirty"), 1),
    ],
    "verb-disagrees": [
        asked("The races on Sunday", ("starts at nine.", "start at ten.", "takes all day.", "is late."), 1),
        asked("The captain ____", ("waits for a nurse", "count the gulls", "is late", "will leave soon"), 0),
        asked("They", ("usually wants tea.", "prefer coffee.", "drinks milk."), 1),
        asked("The races on Sunday", ("begins at nine.", "begin at ten.", "were late."), 1),
        asked("Loud engines", ("keep most of the gulls away.", "wakes the captain.", "are a nuisance."), 0),
    ],
    "negative-question": [
        asked("Why isn't the ferry used in winter?"),
        asked("According to the text, why didn’t the captain leave?"),
        asked("Why did the captain not leave at nine?"),
    ],
    "options-nearly-the-same": [
        asked("What does she do?", ("She loves gulls.", "She likes gulls.", "She counts them.", "She sings."), 0),
        asked("When did it leave?", ("By ten.", "Before ten o'clock.", "At noon.", "At one."), 3),
        asked("What was he like?", ("Clever", "Smart", "Tall", "Old"), 2),
    ],
    "options-say-the-same": [
        asked("Who came?", ("Everyone", "Everybody", "The nurse", "No one"), 2),
        asked("Who came?", ("Nobody", "No one", "The nurse", "The captain"), 2),
        asked("What did he say?", ("It cannot sail.", "It can’t sail.", "It sails.", "It won't come."), 2),
        asked("When did it leave?", ("At ten.", "At 10 o'clock.", "At noon.", "At one."), 3),
        asked(options=("A nurse.", "the nurse", "A child.", "A guest."), answer=2),
        asked("How many bottles were there?", ("Twelve bottles", "12 bottles.", "ten", "six"), 2),
        asked("How many people live there?", ("1,200", "1200", "12", "120"), 2),
        asked(options=("At nine.", "At  NINE", "At ten.", "At one."), answer=None),
    ],
    "option-holds-another": [
        asked("How did she feel?", ("tired", "tired and hungry", "glad", "cold"), 2),
        asked("How many gulls were there?", ("more than 10", "over 3", "more than 20", "none"), 2),
        asked("Who counted the gulls?", ("the nurse", "the captain and the nurse", "the twins", "nobody"), 2),
        asked("How long did it take?", ("less than two hours", "less than one hour", "a day", "a week"), 2),
        asked("Who called?", ("a nurse", "a school nurse", "the captain", "nobody"), 1),
        asked("Where was she born?", ("In Norway", "In Bergen, Norway", "In Lund", "On the island"), 1),
    ],
    "option-combination": [
        asked("What is true?I. It rains.II. It snows.", ("I only", "II only", "Both I and II", "Neither I nor II"), 0),
        asked("Which is true of gulls?", ("1 only", "2 only", "1 and 2 only", "1, 2 and 3"), 0),
        alone("Which of these came?", ("a boy", "a girl", "a nurse", "None of them"), 0),
        alone("Which is a bird?", ("a gull", "a tern", "both"), 2),
        asked("Which is a bird?", ("a gull", "a boat", "a bottle", "No correct answer"), 0),
        asked("Which is a bird?", ("a gull", "a boat", "a bottle", "None of the given options"), 0),
        asked("How many gulls were left?", ("3", "5", "7", "None"), 0),
        asked(
            "What is true?\nI. It rains.\nII. It snows.\nIII. It is hot.",
            ("I only", "I and II", "II and III", "III only"),
            0,
        ),
        asked("What is there? (1) tea (2) milk (3) ice", ("1 and 2", "2 and 3", "1, 2 and 3", "only tea"), 0),
        asked(options=(*SHORT[:3], "All of the above.")),
        asked(options=(*SHORT[:3], "Both A and C")),
        asked(options=(*SHORT[:2], "A and B", "A, B and C")),
        asked("What is true? A. It rains. B. It snows. C. It is hot.", ("A and B", "B and C", "A and C"), 0),
        asked(options=(*SHORT[:3], "none of these"), answer=None),
        asked("Which is a bird?", ("a gull", "a boat", "a bottle", "None"), 0),
        asked(options=(*SHORT[:3], "All of the colours above can be seen at sea")),
        asked(
            "Statements: 1. It rains. 2. It snows.", ("Statement 1 only", "Statement 2 only", "Statements 1 and 2"), 0
        ),
    ],
    "absolute-terms": [
        asked(options=("He always waits.", "A nurse was late.", "Nobody was there.", "The sea was rough.")),
        asked(options=("All nurses are late.", "A nurse was late.", "The sea was rough.", "Only the captain knew.")),
    ],
    "repeated-opening": [
        asked(options=[f"The captain wanted to see the {what}." for what in ("gulls", "sea", "nurse", "bottles")]),
    ],
    "longest-key": [
        asked(options=("It was cold.", "A nurse who was carrying bottles had not come.", "It rained.", "He slept.")),
        asked(
            options=("他很累。", "因为有一位护士要把一些玻璃瓶带给岛上的医生但是她还没有来。", "下雨了。", "他在睡觉。")
        ),
    ],
    "option-length-stands-out": [
        asked(options=("It was cold.", "A nurse.", "Rain.", "One of the two children had run away from the others.")),
        asked(options=("A nurse.", "Rain.", "One of the two children had run away from the others.")),
        asked(
            options=(
                "The engine of the ferry would not start.",
                "Late.",
                "The waves outside were very high.",
                "The doctor had called from the island.",
            )
        ),
    ],
    "key-repeats-passage": [
        asked(
            options=("The engine had failed.", "A nurse with glass bottles.", "Fog hid everything.", "It was early.")
        ),
    ],
    "key-echoes-question": [
        asked(
            "Why is the station clock fast?", ("To save money.", "So that the clock helps farmers.", "By law.", "No.")
        ),
        asked("Which birds follow the ferry?", ("Birds of the sea.", "Birds that need the ferry.", "None.", "All."), 1),
    ],
    "article-cue": [
        asked("The captain was waiting for an _ .", ("nurse", "actor", "doctor", "guest")),
        asked("What the doctor needed was a", ("bottle", "umbrella", "parcel", "hour")),
        asked("They elected her because she was an ___", ("FBI agent", "uniformed guard", "artist", "teacher"), 0),
        asked("She was an _ .", ("FBI agent", "doctor", "guest", "teacher"), 0),
        asked("They drew an _ .", ("M", "B", "T shirt", "8"), 0),
        asked("It took an _ .", ("hour", "day", "week", "month"), 0),
        asked("She was a _ .", ("one-eyed sailor", "eager pupil", "European", "useful guide"), 0),
        asked("A person who steers is a what", ("captain", "actor", "idler", "island"), 0),
    ],
    "number-cue": [
        asked("_ were tied to the mast.", ("A flag", "Two ropes", "A lamp", "A bell")),
        asked("On the table there is _ .", ("several bottles", "a parcel", "these letters", "two lamps")),
        asked(
            "At noon, _ was seen from the harbour.", ("the island of birds", "the boats from Lund", "a gull", "they")
        ),
        asked("_ are waiting at the harbour.", ("Younger people", "A nurse", "A rich merchant", "The captain"), 0),
        asked("_ is waiting at the harbour.", ("Noisy children", "Grey gulls", "A nurse", "The captain"), 2),
        asked("In the harbour, ____ count the gulls.", ("sailors", "pupil", "a nurse", "the captain"), 0),
        asked("____ counts the gulls.", ("The sailors", "a nurse", "The captain", "Nobody"), 1),
    ],
    "negation-not-highlighted": [
        asked("Which of these did the nurse not bring?"),
        asked("Which statement about the ferry isn't true?"),
        asked("All of these came by ferry except _ ."),
        asked("According to the text, the doctor does not mention _ ."),
        asked("Which of the following is least likely?"),
        asked("WHICH OF THESE IS NOT TRUE?"),
    ],
    "negated-twice": [
        asked("Which of these is NOT true?", ("The nurse did not come.", "It rained.", "He slept.", "She sang.")),
    ],
    "question-without-topic": [
        asked("Which of the following is true?"),
        asked("According to the passage, which statement is not true?"),
    ],
    "option-form-stands-out": [
        asked(options=("To see the gulls.", "To meet a nurse.", "To save fuel.", "He was tired.")),
        asked(options=("He was tired.", "They were lost.", "A parcel.", "It was late.")),
    ],
    "key-mark-stands-out": [
        asked(options=("the sea was rough", "a nurse was late.", "the engine was cold", "a child was lost")),
        asked(options=("The sea was rough.", "A nurse was late", "The engine was cold.", "A child was lost.")),
    ],
    "numbers-out-of-order": [
        asked("How many gulls were there?", ("50", "40", "30", "20"), 1),
        asked("How much is it?", ("1/2", "1/3", "3/4", "1.0/6.0"), 1),
        asked("How long is it?", ("1 hour", "45 minutes", "90 min", "2 hours"), 1),
        asked("How many gulls were there?", ("20", "30", "25", "cannot be determined", "none of these"), 1),
        asked("How many gulls were there?", ("20", "50", "30", "40"), 1),
        asked("When does the ferry leave?", ("At nine.", "At four.", "At six.", "At ten."), 0),
        asked("What did it cost?", ("$1.50", "$0.75", "$2", "$1,200"), 0),
        asked("How many gulls were there?", ("20 to 30", "10 to 20", "over 30"), 1),
        asked("What did it cost?", ("Rs.20", "Rs.50", "Rs.30"), 1),
        asked("What share was it?", ("1/2", "1/5", "3/4", "1/3"), 1),
        asked("How far is it?", ("42kms", "41km", "45kms", "43kms", "none of these"), 1),
    ],
}

NEAR_MISSES = {
    "recombined-parts": [
        asked("What did she bring?", ("milk and tea", "bread and ice", "salt and oil", "wine and rice"), 0),
        asked("What did she bring?", ("milk and tea", "milk", "tea", "ice and tea"), 0),
        asked("What did she bring?", ("milk and tea", "tea and milk"), 0),
    ],
    "absolute-option": [
        asked(options=("It was never open.", "A nurse was late.", "He slept."), passage="The shop was never open."),
        alone(
            "When does it leave?", ("Every ten minutes", "Every other hour", "Every few days", "On every fine Sunday")
        ),
        alone("How long was it?", ("all day", "all night long", "all summer", "a week")),
        alone("Which are true?", ("I only", "II only", "III and IV only", "I and III")),
        alone("Who came?", ("only two boys", "not all of them", "not only Tom", "Tom")),
        alone(
            "What do the gulls do?",
            ("They only sleep.", "They eat every day.", "They are all over the island.", "Fly."),
        ),
        alone("How many gulls are there?", ("none", "one", "two", "all of the above")),
    ],
    "vague-terms": [
        asked(options=("It is usually late.", "It is cold.", "It is slow."), passage="The ferry is usually late."),
        alone(
            "Which is best?", ("the most expensive", "the most recently built", "at most two", "its most lovely part")
        ),
        alone("What is it about?", ("about the sea", "walks around the island", "roughly made boats", "gulls")),
        alone("What do gulls do?", ("They sleep at sea.", "They eat fish.", "They lay eggs.", "They fly.")),
    ],
    "uneven-lengths": [
        asked("What is a ferry?", ("A ship that carries people.", "A kind of boat.", "A large island.")),
        alone("What is a ferry?", ("A large ship.", "A sea.", "A large island.")),
        alone("What is a ferry?", ("A ship.", "A kind of ship.", "A ship over water.", "A ship that crosses it.")),
        alone("How far is it?", ("7", "two days on the ferry", "a long walk on foot", "an hour by train")),
        alone("Which is true?", ("It rains.", "It snows.", "It is hot.", "None of the statements above is true.")),
        alone("What is two and two?", ("4", "5", "100")),
    ],
    "key-shares-most": [
        asked("What is it?", ("a large grey bird", "a small grey bird", "a small white bird", "a small grey fish"), 1),
        alone("What is it?", ("a large grey bird", "a small grey bird", "a small white bird", "a small grey fish"), 0),
        alone("What is it?", ("a bird", "a fish", "a boat", "a bottle"), 1),
        alone("How fast is it?", ("20 km per hour", "30 km per hour", "4 m per second", "50 miles"), 0),
        alone("Which are true? I. It rains. II. It snows.", ("I only", "II only", "I and II", "neither"), 0),
    ],
    "form-cue": [
        asked("How did the nurse feel?", ("tired", "very proud", "glad about the ferry", "as if she were ill"), 0),
        asked("What did she want to do?", ("see the gulls", "rest", "help a child", "nothing at all"), 0),
        asked("Where was it?", ("in the harbour", "the island", "home", "lost"), 0),
        asked("The captain waited in order to", ("help a nurse", "bring the fuel", "see the gulls", "rest"), 0),
        asked("The fog was due to", ("the cold sea", "it was early", "because it rained", "warm air"), 0),
        asked("The twins were interested in _ .", ("counting gulls", "the nurse", "birds", "bottles"), 0),
        asked("The twins were interested in _ .", ("counting gulls", "love between friends", "birds", "bottles"), 0),
        asked("The captain should _ home.", ("go", "goes", "going", "gone"), 0),
        asked("The captain should _", ("call a nurse", "calls a nurse", "calling a nurse", "called a nurse"), 0),
        asked("The ferry is painted once", ("a year", "every two years", "a week", "on Sundays"), 0),
        asked("The twins were going to", ("the island", "shops in town", "play outside", "sleep"), 0),
    ],
    "asks-for-exception": [
        alone("Which of these is a bird?"),
        alone("Which bird, whose nest is grey or not seen, sleeps?"),
        alone("Know what is sold. Bread is not sold there. What is?"),
        alone("How many of the gulls did not return?"),
        alone("Not every bird can fly. Which of these can?"),
    ],
    "blank-inside": [
        asked("The file my_notes_2 is late."),
        alone("People are carried over water by ___ ."),
        alone("Who carries people over water?"),
    ],
    "option-forms-differ": [
        alone(
            "What is true?", ("After rain the quay is wet.", "The quay is dry.", "Swimming there is fun.", "It is old.")
        ),
        alone(
            "What is true?", ("A gull follows the ferry.", "It is grey.", "The wind turns at night.", "It was late.")
        ),
        alone("What is wet?", ("A coat she had worn", "the paint can", "a boat", "the quay")),
        asked("When does it leave?", ("at noon", "every Sunday", "the next day", "in May")),
        alone("What would be the best title?", ("Sailing to Lund", "Gulls Are Clever", "The Ferry", "In the Fog")),
        alone("The twins ___ .", ("sing a song", "sings a song", "singing a song", "sang a song"), 0),
        alone("What do gulls like?", ("fishes", "a pear", "islands", "fish"), 0),
        alone("What happened?", ("the thief runs away", "they sailed home", "it was late"), 0),
    ],
    "empty-option": [asked(options=("-", "0", "[image]"), answer=1)],
    "key-stands-twice": [
        asked(options=("the caf\u00e9", "the cafe", "the bank"), answer=0),
        asked(options=("A nurse.", "the nurse", "A child.", "A guest."), answer=2),
        asked(options=("A nurse.", "the nurse", "A child.", "A guest."), answer=None),
    ],
    "overlapping-ranges": [
        asked("What age must members have?", ("15-18", "14-24", "16-29", "17-20"), 1),
        asked("What weight may a bag have?", ("5-10 kg", "8-12 kg", "10-15 kg", "over 12 kg"), 1),
        asked("Welches Alter dürfen Mitglieder haben?", ("15 bis 18", "14 bis 24", "16 bis 29"), 1),
        asked("How old are the members of the club?", ("6 to 12", "8 to 12", "6 to 16", "10 to 18"), 0),
        asked("How old are the sailors?", ("5-15", "12-20", "18-30"), 1, passage="It takes sailors from twelve to 20."),
        asked("How many gulls were there?", ("10-19", "20-29", "30-39", "40-49"), 1),
        asked("How much was it?", ("less than 5 kg", "5 to 10 kg", "more than 10 kg", "nothing"), 1),
        asked("When is the shop open?", ("9:00-12:00", "9:00-15:00", "12:00-15:00"), 1),
        asked("When did she live?", ("1900-1950", "1910-1960", "1920-1970"), 1),
        asked("How much are the rooms?", ("From 180 to 240.", "From 180 to 270.", "From 270 to 330."), 1),
        asked("What is the right number?", ("876-2197", "872-6917", "876-2917"), 1),
        asked("How far is it?", ("1-2 km", "1-2 miles", "2-3 days"), 1),
        asked("How many gulls were there?", ("more than 10", "more than 20", "more than 30"), 2),
        asked("How many gulls were there?", ("One to three", "Four to six", "Seven to nine", "Ten or more"), 1),
    ],
    "verb-disagrees": [
        asked("The races on Sunday", ("begin at one.", "begins at one.", "began at one."), 0),
        asked("The races on Sunday", ("start at nine.", "take all day.", "were late."), 1),
        asked("The best title", ("Bees on the Roof", "Honey in Town", "Parks and Flowers"), 1),
        asked("The team", ("wins at last.", "win at last, too.", "loses."), 0),
        asked("What does the captain do?", ("waits for a nurse", "count the gulls", "is late"), 0),
        asked("The children like", ("games in the park", "eat ices", "the sea"), 0),
    ],
    "negative-question": [
        asked("Why ISN'T the ferry used in winter?"),
        asked("Why did the captain NOT leave at nine?"),
        asked("Why did the man who did not pay leave?"),
        asked("Where does a child go who has not paid?"),
        asked("Why was the captain sad?"),
    ],
    "options-nearly-the-same": [
        asked("What does she do?", ("She loves gulls.", "She loves boats.", "She likes birds.", "She sings."), 0),
        asked("Who came?", ("Everyone", "Everybody", "The nurse", "No one"), 2),
        asked("How did it come?", ("By ferry", "Before a ferry", "By train", "On foot"), 2),
        asked("Where is it?", ("by the pier", "before the pier", "on the pier", "in the sea"), 2),
        asked("Which sentence is spelt right?", ("Come in Fall", "Come in autumn", "Come in may", "Come"), 1),
    ],
    "options-say-the-same": [
        asked("What did he find?", ("no one of them", "nobody of them", "a bottle", "a nurse"), 2),
        asked(
            "Which sentence has its comma in the right place?", ("I can't, no.", "I cannot, no.", "I, no.", "No."), 2
        ),
        asked(options=("A nurse.", "the nurse", "A child.", "A guest.")),
        asked("At what temperature does it freeze?", ("-10 °C", "10 °C", "0 °C", "4 °C")),
        asked("What did it cost?", ("$5", "5%", "5", "5 euros")),
        asked("Which sentence has its comma in the right place?", ("Well, done.", "Well done.", "We'll done", "Done.")),
        asked(options=("in the house", "on the house", "at the house", "by the house")),
        asked("Which is a gull?", ("[image: a bird]", "[image: a bird]", "[image]", "[image]")),
        asked("What is her number?", ("18845036918", "18845039618", "18845036981", "18845063918")),
    ],
    "option-holds-another": [
        asked("Who stayed?", ("Only Tom", "Only Tom and Ann", "Ann", "Ben")),
        asked("How many came?", ("18", "18, 000", "28, 000", "46")),
        asked("How many gulls were there?", ("10", "20", "30", "more than 40")),
        asked("How did she feel?", ("tired", "very tired", "glad", "sad")),
        asked("When did he find out?", ("after six years", "after seventeen years", "in May", "at once")),
        asked(options=("A chair.", "A lamp.", "Both A and B.", "A bell.")),
        asked("Who called?", ("the nurse", "a friend of the nurse", "the man or a nurse", "a boy"), 1),
    ],
    "option-combination": [
        asked("Which vitamins are in fish?", ("A and D", "B and C", "C and E", "E and K"), 0),
        asked("Which two cannot be in one team?", ("E and J", "E and M", "F and G", "F and J"), 0),
        asked("Which two are late?", ("B and D", "A and C", "C and D", "none but these"), 0),
        asked("Who came?", ("the nurse", "the captain", "Both of them"), 2),
        asked("How many of them came?", ("some of them", "most of them", "all of them", "none of them"), 0),
        asked("How many gulls were left?", ("0", "5", "7", "None"), 0),
        asked("Which rooms are free?", ("1 and 2", "2 and 3", "4", "5"), 0),
        asked("Which letters did the sign lack?", ("A and E", "B and H", "E and J", "none it had"), 0),
        asked("Which piers are closed?", ("Only A and E", "Both A and F", "the first", "the last"), 0),
        asked(options=("All the bottles.", "Both children.", "None of the gulls.", "The nurse.")),
        asked("How many gulls were left?", ("one", "two", "all", "none")),
        asked("Who of them came back?", ("one", "two", "three", "all")),
    ],
    "absolute-terms": [
        asked(options=("He always waits.", "A nurse is never late.", "Nobody was there.", "The sea was rough.")),
        asked(options=("He came every day.", "A nurse was late.", "Not at all.", "They looked all over the island.")),
        asked(options=("He always waits.", "A nurse was late.", "It rained.", "He slept.")),
        asked(
            options=("It ran only half a day.", "Only one nurse came.", "Only half of it was red.", "It rained."),
            answer=1,
        ),
    ],
    "repeated-opening": [
        asked(options=[f"He saw the {what}." for what in ("gulls", "sea", "nurse", "bottles")]),
        asked(options=("The captain wanted to see the sea.", "The captain wanted to see the gulls."), answer=0),
    ],
    "longest-key": [
        asked(options=("It was cold.", "A nurse came late.", "It rained.", "He slept.")),
        asked(options=("One of the two children had run away.", "A nurse who was late.", "It rained.", "He slept.")),
    ],
    "option-length-stands-out": [
        asked(options=("It was cold.", "A nurse who was carrying bottles had not come.", "Rain.", "He slept.")),
        asked(options=("It was very cold.", "A nurse came.", "It rained all day long.", "He slept.")),
        asked(
            options=[
                *(f"The {what} was late on that day, as it always is." for what in ("nurse", "boat")),
                "All of these",
            ]
        ),
    ],
    "key-repeats-passage": [
        asked(options=("The captain counted gulls.", "A nurse with glass bottles.", "The island doctor.", "A parcel.")),
        asked(options=("The engine had failed.", "Somebody ill was expected.", "Fog hid everything.", "It was early.")),
        asked(options=("Fog.", "Sunday.", "Ice.", "Wind.")),
    ],
    "key-echoes-question": [
        asked("What is 4 times 4?", ("4", "16", "8", "2"), 0),
        asked("Which colours do gulls have?", ("grey", "black", "white", "all of the colours above"), 3),
        asked("Why is the clock fast?", ("The clock is old.", "The clock helps farmers.", "By law.", "It is not.")),
        asked(
            "According to the passage, what did he say?", ("The text is long.", "He will follow the passage.", "A", "B")
        ),
        asked("Which birds follow the ferry?", ("Birds of the sea.", "Birds of the island.", "None.", "All."), 1),
    ],
    "article-cue": [
        asked("The captain was waiting for a _ .", ("nurse", "doctor", "guest", "child")),
        asked("The captain was waiting for a/an _ .", ("nurse", "actor", "doctor", "guest")),
        asked("The captain was waiting for a(n) _ .", ("nurse", "actor", "doctor", "guest")),
        asked("It took a _ .", ("university", "day", "unit", "European"), 0),
        asked("She grew an _ .", ("herb", "orchid", "apple", "iris"), 0),
        asked("What he wrote was a", ("the letter", "an answer", "this note", "a book")),
        asked("Which of these has a plan?", ("ice", "nurse", "actor", "guest")),
    ],
    "number-cue": [
        asked("_ were tied to the mast.", ("Two flags", "Two ropes", "Three lamps", "These bells")),
        asked("_ has/have left.", ("A nurse", "Two nurses", "A child", "They")),
        asked("The causes were _ .", ("a flood", "two fires", "a war", "many lies")),
        asked("On the table there is _ .", ("a parcel and two lamps", "a parcel", "a lamp", "a bell")),
        asked("_ are here.", ("A group of friends", "Two friends", "Three girls", "They")),
        asked("Where _ are the children?", ("a boat", "two boats", "a car", "a house")),
        asked("_ are often late.", ("The people", "The police", "The young", "The English")),
        asked("_ are heard.", ("Loud news", "Grey gulls", "Three boats", "These bells"), 1),
        asked("_ is taught.", ("Modern physics", "A song", "This dance", "One game"), 1),
        asked("In the harbour, ____ put down the bottles.", ("sailors", "a nurse", "the captain", "two boys"), 0),
        asked("____ need not come.", ("Sailors", "A nurse", "The captain", "Two boys"), 0),
        asked("____ end of the pier is green.", ("The", "A", "An", "These"), 0),
        asked("____ help the captain.", ("Physics", "A nurse", "The captain", "Politics"), 0),
    ],
    "negation-not-highlighted": [
        asked("Why did the captain not leave?"),
        asked("Which of these did the nurse NOT bring?"),
        asked("Which of these is *not* true?"),
        asked("Which of these is not true?", metadata={"emphasised": "not"}),
        asked("Some things cannot be mended, because _ ."),
        asked("What does the nurse tell people who do not listen?"),
        asked("What did the nurse bring at least once?"),
        asked('What does she mean by "it is not true at all"?'),
        asked("What did the doctor ask the children not to do?"),
        asked("What came of their not being told?"),
        asked("The news was hinted at but not stated in the text: _"),
    ],
    "negated-twice": [
        asked("Which of these is true?", ("The nurse did not come.", "It rained.", "He slept.", "She sang.")),
        asked("Which of these is NOT true?", ("The nurse came.", "Not only the nurse came.", "He slept.", "She sang.")),
    ],
    "question-without-topic": [
        asked("Which statement about the ferry is true?"),
        asked("Which of the following is true of the nurse?"),
    ],
    "option-form-stands-out": [
        asked(options=("To see the gulls.", "Meeting a nurse.", "To save fuel.", "He was tired.")),
        asked(options=("He was tired.", "Sailing at night is dangerous.", "They were lost.", "It was late.")),
        asked(options=("The captain slept.", "He was tired.", "They were lost.", "It was late.")),
        asked(options=("To see it we have to pay.", "He was tired.", "They were lost.", "It was late.")),
        asked(options=("To sleep.", "He was tired."), answer=0),
    ],
    "key-mark-stands-out": [
        asked(options=("the sea was rough.", "a nurse was late", "the engine was cold", "a child was lost")),
        asked(options=("The sea was rough", "A nurse was late?", "The engine was cold", "A child was lost")),
    ],
    "numbers-out-of-order": [
        asked("How many gulls were there?", ("20", "30", "40", "cannot be determined"), 1),
        asked("How much is it?", ("1/3", "1/2", "$\\frac{3}{4}$", "1 1/2"), 1),
        asked("How long is it?", ("45 minutes", "1 hour", "90 min", "2 hours"), 1),
        asked("When does it leave?", ("9 a.m.", "11.30 am", "12 pm", "1 p.m."), 1),
        asked("How many are there?", ("900 thousand", "2 million", "1 billion"), 1),
        asked("How small is it?", ("2 × 10^-6 m", "1.5 × 10^-3 m", "10^2 m"), 1),
        asked("When does the ferry leave?", ("9:05", "9:30", "10:00", "12:45"), 0),
        asked("Whom does she call?", ("884503", "120044", "630012", "345678"), 0),
        asked("How far is it?", ("3 miles", "2 hours", "5 miles", "4 miles"), 0),
        asked("How far is it?", ("3 miles", "2 or 3 miles", "5 miles", "4 miles"), 0),
        asked("What is her number?", ("884-5036", "120-0448", "630-0129", "345-6789"), 0),
        asked("How many gulls were there?", ("10 to 20", "20 to 30", "over 30", "none of these"), 1),
    ],
}


def cases(table):
    return [pytest.param(name, item, id=f"{name}-{n}") for name, items in table.items() for n, item in enumerate(items)]


@pytest.mark.parametrize(("name", "item"), cases(FIRES))
def test_a_rule_speaks_where_it_must(name, item):
    assert fires(name, item)


@pytest.mark.parametrize(("name", "item"), cases(NEAR_MISSES))
def test_a_rule_is_silent_where_something_only_looks_like_it(name, item):
    assert not fires(name, item)


def test_every_rule_about_the_text_of_a_question_has_examples_of_both_kinds():
    from magnetite.experiments.flags import RULES

    elsewhere = {
        *(
            "same-question-two-keys",
            "duplicated-question",
            "questions-in-versions",
            "question-of-another-passage",
            "words-not-in-passage",
            "combination-throughout",
        ),
        *("key-positions-unbalanced", "same-letter-run", "keys-often-longest"),
    }
    text = {name for name, rule in RULES.items() if rule.source == "rule"} - elsewhere
    assert set(FIRES) == set(NEAR_MISSES) == text


def test_the_options_that_do_not_fit_are_named():
    [flag] = found("article-cue", asked("It was an _ .", ("actor", "nurse", "hour", "guest"), 0))
    assert (flag.options, flag.evidence["word"], flag.evidence["left"]) == ((1, 3), "an", 2)


def test_the_wider_option_is_told_from_the_narrower():
    [flag] = found("option-holds-another", asked("Which is it?", ("red or blue", "red", "green", "white"), 1))
    assert (flag.evidence["outer"], flag.evidence["inner"]) == ("B", "A")  # if it is red, it is red or blue
    [flag] = found("option-holds-another", asked("How many?", ("over 20", "more than 5", "over 10", "one"), 3))
    assert flag.options == (0, 2)
    assert (flag.evidence["inner"], flag.evidence["outer"]) == ("C", "A")  # over 20 is over 10 as well


def test_the_first_two_ranges_that_meet_are_shown_and_all_that_do_are_named():
    [flag] = found("overlapping-ranges", asked("How many gulls?", ("10-19", "20-30", "30-39", "40-49"), 1))
    assert (flag.options, flag.evidence["letters"]) == ((1, 2), ("B", "C"))
    assert (flag.evidence["first"], flag.evidence["second"]) == ("20-30", "30-39")
    [flag] = found("overlapping-ranges", asked("How many gulls?", ("10-20", "20-30", "30-39", "40-49"), 1))
    assert (flag.options, flag.evidence["first"], flag.evidence["second"]) == ((0, 1, 2), "10-20", "20-30")


@pytest.mark.parametrize(("name", "item"), cases(FIRES))
def test_the_words_that_a_flag_shows_stand_in_the_question(name, item):
    text = words("\n".join((item.question, *item.options)).casefold())
    for flag in found(name, item):
        shown = flag.evidence.get("words", ())
        assert isinstance(shown, int) or {*words(" ".join(shown).casefold())} <= {*text}


def test_words_are_shown_in_the_order_of_the_option():
    [flag] = found("key-repeats-passage", FIRES["key-repeats-passage"][0])
    assert flag.evidence["words"] == ("nurse", "glass", "bottles")


def test_what_style_flags_show_is_what_a_reader_looks_for():
    [flag] = found("uneven-lengths", FIRES["uneven-lengths"][-1])
    assert (flag.options, flag.evidence["longest"], flag.evidence["other"]) == ((0, 1), "A", 6)
    [flag] = found("key-shares-most", FIRES["key-shares-most"][-1])
    assert (flag.options, flag.evidence["words"]) == ((1,), ("small", "grey", "bird"))
    [flag] = found("option-forms-differ", FIRES["option-forms-differ"][-2])
    assert (flag.options, flag.evidence["first"], flag.evidence["second"]) == ((0, 1, 2), "noun-phrase", "adjective")
    [flag] = found("absolute-option", alone(options=("They never sleep.", "All of them sleep.", "They sleep.")))
    assert (flag.evidence["letters"], flag.evidence["words"]) == (("A", "B"), ("never", "all"))


def test_numbers_are_ordered_by_letter_and_what_is_no_number_is_left_out():
    [flag] = found("numbers-out-of-order", FIRES["numbers-out-of-order"][-1])
    assert flag.evidence["letters"] == ("B", "A", "D", "C")


def test_a_threshold_can_be_changed():
    item = asked(options=("It was cold.", "A nurse came too late for it.", "It rained.", "He slept."))
    assert not fires("longest-key", item, thresholds={"characters": 30})
    assert fires("longest-key", item, thresholds={"characters": 10, "ratio": 1.5})


@pytest.mark.parametrize(
    "name",
    [
        *("negation-not-highlighted", "negated-twice", "question-without-topic", "article-cue", "number-cue"),
        *("form-cue", "asks-for-exception", "blank-inside"),
    ],
)
def test_a_long_stem_of_hostile_text_takes_time_in_proportion_to_its_length(name):
    def seconds(many):
        item, start = alone("Which " * many + 'not "' * many + ", _ " * many), time.process_time()
        found(name, item)
        return time.process_time() - start

    few = max(seconds(5_000) for _ in range(2))
    assert any(seconds(20_000) < 8 * few + 0.05 for _ in range(3))  # with the square it would be 16 times


def test_a_thousand_options_are_looked_through_at_once():
    options = [f"more than {number} and some" for number in range(1000)]
    [flag] = found("option-holds-another", asked(options=options))
    assert len(flag.options) == 1000


def test_the_key_repeats_the_passage_whichever_option_is_the_longest():
    passage = "The ferry carries glass bottles to the island doctor. The captain waits."
    long = "Somebody somewhere wrote entirely different things about mountains and winters"
    key, other = "glass bottles", "wool blankets"
    [flag] = found("key-repeats-passage", asked(options=(long, key, other), answer=1, passage=passage))
    assert (flag.evidence["key"], flag.evidence["share"], flag.evidence["other_share"]) == ("B", 1.0, 0.0)
    repeats = "glass bottles to the island doctor, and the captain waits"
    assert not fires(
        "key-repeats-passage", asked(options=(repeats, "wool blankets", "grain"), answer=1, passage=passage)
    )


LETTERS = st.sampled_from("ABCDEFGHJKM")
PAIRS = st.lists(LETTERS, min_size=2, max_size=2, unique=True).map(lambda two: " and ".join(sorted(two)))


@given(st.lists(PAIRS, min_size=3, max_size=6, unique=True))
def test_pairs_of_letters_are_values_where_no_statement_has_a_letter(pairs):
    assert not fires("option-combination", asked("Which two vitamins dissolve in fat?", pairs, 0))


@given(st.sampled_from(["must", "may", "should", "can"]), st.lists(st.integers(1, 90), min_size=4, max_size=4))
def test_ranges_that_say_what_is_allowed_are_answers(modal, ages):
    options = [f"{age}-{age + 12}" for age in ages]
    assert not fires("overlapping-ranges", asked(f"What age {modal} members have?", options, 0))


@given(
    st.lists(st.integers(1, 10**6), min_size=3, max_size=6, unique=True),
    st.sampled_from(["{} km", "${}", "{}%", "{}/7", "Rs. {}"]),
)
def test_numbers_are_in_order_only_where_they_rise(numbers, frame):
    options = [frame.format(number) for number in numbers]
    label = all(len(str(number)) > 5 for number in numbers)
    rises = numbers == sorted(numbers)
    assert fires("numbers-out-of-order", asked("How much is it?", options, 0)) == (not rises) or label


@given(st.lists(st.sampled_from(["always", "never", "usually", "mostly"]), min_size=3, max_size=3), st.booleans())
def test_a_word_of_the_passage_is_no_remark(said, repeated):
    options = [f"It is {word} late." for word in said]
    passage = "The ferry is always, never, usually or mostly late." if repeated else "The ferry is old."
    found_any = [
        fires(name, asked("What is it?", options, 0, passage=passage)) for name in ("absolute-option", "vague-terms")
    ]
    absolute, vague = ({*said} & {*words} for words in (("always", "never"), ("usually", "mostly")))
    assert found_any == [bool(absolute) and not repeated, bool(vague) and not repeated]


@given(st.integers(1, 99), st.integers(100, 999), st.integers(0, 3))
def test_a_short_number_makes_no_length_uneven(small, large, at):
    options = ["two days on a ferry", "a long walk on foot", "an hour on the train"]
    options.insert(at, str(small))
    assert not fires("uneven-lengths", alone("How far is it?", tuple(options), 0))
    assert not fires("key-echoes-question", alone(f"What is {large} times 1?", (str(large), "1", "7", "9"), 0))
